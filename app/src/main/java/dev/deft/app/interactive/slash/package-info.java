/// The built-in slash commands of the interactive terminal, and what they may do with the
/// conversation.
@NullMarked
package dev.deft.app.interactive.slash;

import org.jspecify.annotations.NullMarked;
