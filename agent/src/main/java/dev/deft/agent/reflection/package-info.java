/// Looks back at runs: what to remember, and what to do after a failed call. The loop goes on
/// whatever happens here.
@NullMarked
package dev.deft.agent.reflection;

import org.jspecify.annotations.NullMarked;
