/// Changes files atomically, durably and serialized per path. After a crash the next process
/// completes a change or rolls it back.
@NullMarked
package dev.deft.os.change;

import org.jspecify.annotations.NullMarked;
