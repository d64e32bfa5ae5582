"""Pages in a real Chromium, under the real Content-Security-Policy."""
