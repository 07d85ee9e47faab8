"""The one door for data from elsewhere: menu, paste and drop lead to one dialog that shows what was understood."""
