/// Builds the conversation of the next request: as much as fits, and a summary of the rest.
///
/// It reads sessions and may ask a model for a summary. It knows neither tools nor provider
/// protocols.
@NullMarked
package dev.deft.agent.context;

import org.jspecify.annotations.NullMarked;
