/// The Messages wire of Anthropic. No other package knows its field names.
@NullMarked
package dev.deft.agent.model.anthropic;

import org.jspecify.annotations.NullMarked;
