/// Speed as ratios: each bench runs Deft beside what a user would run instead.
@NullMarked
package dev.deft.bench;

import org.jspecify.annotations.NullMarked;
