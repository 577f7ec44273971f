/// What processes cost, as the kernel counts it.
@NullMarked
package dev.deft.bench.process;

import org.jspecify.annotations.NullMarked;
