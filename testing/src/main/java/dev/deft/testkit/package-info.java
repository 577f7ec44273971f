/// For tests of agents: a model that follows a script, a listener that keeps what happened, and
/// assertions about both.
///
/// Nothing here needs a key or a network. [dev.deft.testkit.ScriptedModel] stands in for the model;
/// tools, gates and the session are the real ones. For tests of a single tool, see
/// [dev.deft.testing.InMemoryHost].
@NullMarked
package dev.deft.testkit;

import org.jspecify.annotations.NullMarked;
