"""The program used at random for a long time: it must neither fail, nor grow, nor leave anything behind."""
