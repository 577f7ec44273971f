/// What a command changed, apart from the workspace: collected aside in an overlay, or found by
/// looking before and after.
///
/// Nothing here starts a command or decides about one.
@NullMarked
package dev.deft.overlay;

import org.jspecify.annotations.NullMarked;
