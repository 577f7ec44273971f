/// For tests of agents: a scripted model, a listener that records events, and assertions about
/// both.
///
/// Nothing here needs a key or a network. [dev.deft.testkit.ScriptedModel] replaces the model;
/// tools, gates and the session are the real ones. For tests of a single tool, see
/// [dev.deft.testing.InMemoryHost].
@NullMarked
package dev.deft.testkit;

import org.jspecify.annotations.NullMarked;
