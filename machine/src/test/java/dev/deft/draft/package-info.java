@NullMarked
package dev.deft.draft;

import org.jspecify.annotations.NullMarked;
