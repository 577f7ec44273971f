/// The processes of the machine: who started whom, what tells one from another that got its number
/// later, and how all that belong to one command are found.
@NullMarked
package dev.deft.process.tree;

import org.jspecify.annotations.NullMarked;
