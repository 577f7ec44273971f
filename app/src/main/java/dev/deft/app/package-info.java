/// The program people start. `Main` puts it together, by hand and in one place.
@NullMarked
package dev.deft.app;

import org.jspecify.annotations.NullMarked;
