/// Time and environment variables.
@NullMarked
package dev.deft.tools.system;

import org.jspecify.annotations.NullMarked;
