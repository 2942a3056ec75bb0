"""The WebAssembly engine: the same compiled code printed for another machine."""
