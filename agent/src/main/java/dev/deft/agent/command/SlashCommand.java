package dev.deft.agent.command;

import java.util.Optional;

/// A prompt that users start by name.
///
/// @param name such as `review`, or `git:sum` for a file in a sub-directory
/// @param argumentHint what to write after the name
/// @param agent which runs it
/// @param model which answers it; only the user's own commands choose one
/// @param template the prompt with its placeholders
/// @param location of its file, for people
/// @param ofUser whether it is the user's own, not the project's
public record SlashCommand(
        String name,
        Optional<String> description,
        Optional<String> argumentHint,
        Optional<String> agent,
        Optional<String> model,
        String template,
        String location,
        boolean ofUser) {

    /// The longest file, in bytes.
    public static final int MAX_BYTES = 64 * 1024;

    /// Fills in the placeholders. Arguments, files and outputs are literal text: placeholders in
    /// them mean nothing.
    ///
    /// @param arguments what was written after the name
    /// @throws CommandException if a file or a program that it needs is refused; then nothing
    ///   should be sent
    public ExpandedCommand expand(String arguments, CommandSources sources)
            throws CommandException, InterruptedException {
        return new Expansion(Arguments.of(arguments), sources).of(template);
    }
}
