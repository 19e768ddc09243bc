"""A cell as one script that needs torch alone."""
