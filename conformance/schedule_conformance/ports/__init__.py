"""Who is asked: a process, how it is greeted, the messages, and the ports that are shipped."""
