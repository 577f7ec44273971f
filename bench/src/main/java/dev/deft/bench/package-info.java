/// Benchmarks that compare Deft with what a user would run instead, as ratios.
@NullMarked
package dev.deft.bench;

import org.jspecify.annotations.NullMarked;
