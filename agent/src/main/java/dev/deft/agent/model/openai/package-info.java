/// The Chat Completions wire of OpenAI, which many others speak too. No other package knows its
/// field names.
@NullMarked
package dev.deft.agent.model.openai;

import org.jspecify.annotations.NullMarked;
