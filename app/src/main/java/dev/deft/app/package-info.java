/// The program. `Main` assembles it by hand, in one place.
@NullMarked
package dev.deft.app;

import org.jspecify.annotations.NullMarked;
