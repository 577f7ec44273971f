/// Reads the output of commands from their pipes, bounds it to head and tail, and keeps it. Knows
/// nothing of how commands are started.
@NullMarked
package dev.deft.process.output;

import org.jspecify.annotations.NullMarked;
