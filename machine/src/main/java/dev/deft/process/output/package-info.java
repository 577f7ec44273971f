/// What commands print: read from their pipes, cut to head and tail, and kept for whoever asks.
@NullMarked
package dev.deft.process.output;

import org.jspecify.annotations.NullMarked;
