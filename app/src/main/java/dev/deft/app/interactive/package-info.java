/// The interactive agent in the terminal: one conversation, what is shown of it and what the user
/// types.
@NullMarked
package dev.deft.app.interactive;

import org.jspecify.annotations.NullMarked;
