"""Requests and answers. No other room knows what a status code or a cookie is."""
