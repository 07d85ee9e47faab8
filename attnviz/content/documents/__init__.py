"""What people take away: numbers of stages, worked examples in LaTeX and Markdown, and a page for the browser."""
