/// What goes into the next request: the conversation as far as it fits, and what stands for the
/// rest.
///
/// It reads sessions and may ask a model for a summary. It knows neither tools nor wires.
@NullMarked
package dev.deft.agent.context;

import org.jspecify.annotations.NullMarked;
