/// Reads the files that come with the program.
@NullMarked
package dev.deft.resource;

import org.jspecify.annotations.NullMarked;
