/// Text files: their encoding, line ends, lines and diffs.
///
/// Decoding and encoding preserve every byte. The package knows no tools.
@NullMarked
package dev.deft.tools.files.text;

import org.jspecify.annotations.NullMarked;
