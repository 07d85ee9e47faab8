"""Questions that stand before the window, and the one seam through which they are asked."""
