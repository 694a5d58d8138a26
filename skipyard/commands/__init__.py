"""The arguments of every command; each names the module that runs it, imported only then."""
