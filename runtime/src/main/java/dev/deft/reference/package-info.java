/// Large results by name: a call can take one as an argument, so that it need not go through the
/// model.
@NullMarked
package dev.deft.reference;

import org.jspecify.annotations.NullMarked;
