"""Tournaments measured against the exact truth: players, runs, scores, reports."""
