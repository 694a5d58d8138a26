"""The laws, one subject to a module; each is a module of tests over the games under test."""
