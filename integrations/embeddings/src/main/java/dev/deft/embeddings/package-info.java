/// An embedding model that runs in this process: all-MiniLM-L6-v2, quantized, by ONNX Runtime.
///
/// Everything is in the jars; nothing is downloaded. Native libraries are unpacked to Deft's own
/// cache.
@NullMarked
package dev.deft.embeddings;

import org.jspecify.annotations.NullMarked;
