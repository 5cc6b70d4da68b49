"""What binds the text of the spec: its data, its examples, and sentences that are put to the test.

``python -m binding`` from the folder ``conformance`` describes the commands.
"""
