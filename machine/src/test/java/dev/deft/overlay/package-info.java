@NullMarked
package dev.deft.overlay;

import org.jspecify.annotations.NullMarked;
