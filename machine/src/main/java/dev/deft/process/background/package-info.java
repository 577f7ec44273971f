/// Background processes: those that end with their session, and detached ones that outlive it.
/// Knows nothing of sandboxes.
@NullMarked
package dev.deft.process.background;

import org.jspecify.annotations.NullMarked;
