/// Output to terminals: the kind of screen, its width, styles, and which characters may reach it.
/// It knows nothing of commands, tools or sessions.
@org.jspecify.annotations.NullMarked
package dev.deft.app.terminal;
