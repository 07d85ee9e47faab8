"""The one door for data from elsewhere: menu, paste and drop lead to one dialog that shows what was understood."""

DATA_SUFFIXES = (".csv", ".tsv", ".txt", ".json", ".npy", ".npz", ".safetensors")
