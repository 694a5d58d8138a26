"""The full-screen client: the same scenes as the browser's, with keys and mouse, by Textual."""
