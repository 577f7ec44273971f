@NullMarked
package dev.deft.undo;

import org.jspecify.annotations.NullMarked;
