"""Calls without HTTP: how their requests are read, and answers that need no store.

A server and a device that plays alone give the same answers to the same requests. Everything here
raises Refused for a request that is wrong.
"""
