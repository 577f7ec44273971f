/// The system prompt of the default agent, with facts about the repository and the permissions. It
/// knows no model.
@NullMarked
package dev.deft.engine.prompt;

import org.jspecify.annotations.NullMarked;
