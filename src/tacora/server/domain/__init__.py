"""A table without sockets and clocks: the entries of its log, what they fold into, and what may be written next."""
