/// What a model is told about the agent, the repository and its permissions.
@NullMarked
package dev.deft.engine.prompt;

import org.jspecify.annotations.NullMarked;
