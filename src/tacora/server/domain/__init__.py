"""The pure part of a table: its log entries, the state they fold into, and the entries that may follow. No I/O."""
