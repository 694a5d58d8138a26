"""A server under load for an hour: is it as small and as quick at the end as at the beginning?"""
