/// Programs at a pseudo-terminal, and what they cost the user who sits at it.
@NullMarked
package dev.deft.bench.terminal;

import org.jspecify.annotations.NullMarked;
