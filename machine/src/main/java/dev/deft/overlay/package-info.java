/// The changes a command made: collected in an overlay, or found by comparing the workspace before
/// and after.
///
/// Nothing here starts a command or decides about one.
@NullMarked
package dev.deft.overlay;

import org.jspecify.annotations.NullMarked;
