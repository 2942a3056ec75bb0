"""The WebAssembly engine: the same compiled code for another machine."""
