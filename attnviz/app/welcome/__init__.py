"""The first screen: begin the course, look at an example, open a file, practise."""
