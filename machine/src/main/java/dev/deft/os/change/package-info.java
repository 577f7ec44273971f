/// Changes of files: all or none, durable, one after the other, and finished or taken back by the
/// next process when one is killed on the way.
@NullMarked
package dev.deft.os.change;

import org.jspecify.annotations.NullMarked;
