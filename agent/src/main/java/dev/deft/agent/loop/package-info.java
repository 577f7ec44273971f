/// The agent loop: asks a model, runs its calls, and repeats until the model stops.
///
/// It writes every entry to the session log before it acts on it, and reports to listeners through
/// events. It knows neither provider protocols nor terminals.
@NullMarked
package dev.deft.agent.loop;

import org.jspecify.annotations.NullMarked;
