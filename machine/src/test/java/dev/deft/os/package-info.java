@NullMarked
package dev.deft.os;

import org.jspecify.annotations.NullMarked;
