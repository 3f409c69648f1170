"""Models behind one port: each turns a prompt into a draft in the answer contract."""
