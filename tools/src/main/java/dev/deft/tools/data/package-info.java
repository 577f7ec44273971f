/// JSON and Base64, for models that must not make a slip in them.
@NullMarked
package dev.deft.tools.data;

import org.jspecify.annotations.NullMarked;
