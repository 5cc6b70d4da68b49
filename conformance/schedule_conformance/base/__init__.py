"""What every part uses: the files beside the code, JSON text as the spec means it, and refusals."""
