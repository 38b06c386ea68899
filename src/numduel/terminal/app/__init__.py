"""The full-screen app, on Textual: only this package imports it."""
