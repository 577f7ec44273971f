/// The Chat Completions wire of OpenAI, which many other servers use. No other package knows its
/// field names.
@NullMarked
package dev.deft.agent.model.openai;

import org.jspecify.annotations.NullMarked;
