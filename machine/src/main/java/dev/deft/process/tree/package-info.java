/// The processes of the machine: identities, ancestry, tags, and the process tree of a command.
/// Knows nothing of sandboxes or sessions.
@NullMarked
package dev.deft.process.tree;

import org.jspecify.annotations.NullMarked;
