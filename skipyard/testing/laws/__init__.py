"""The laws: one test module for each subject, run over the games under test."""
