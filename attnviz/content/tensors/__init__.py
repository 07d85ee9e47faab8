"""Arrays in other programs' files, listed without reading them: safetensors, .npy and .npz, never a pickle."""
