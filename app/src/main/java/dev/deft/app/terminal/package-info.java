/// What a terminal gets: what kind of screen it is, how wide, in which styles, and which characters
/// may reach it. It knows nothing of commands, tools or sessions.
@org.jspecify.annotations.NullMarked
package dev.deft.app.terminal;
