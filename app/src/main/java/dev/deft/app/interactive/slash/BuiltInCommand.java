package dev.deft.app.interactive.slash;

/// A slash command of Deft itself.
///
/// @param name without the slash
/// @param arguments what may follow, for the help; may be empty
/// @param summary what it does, in one line
/// @param whileWorking whether it may be used while the agent works
public record BuiltInCommand(
        String name, String arguments, String summary, boolean whileWorking, Action action) {

    /// The same command, which may be used while the agent works.
    BuiltInCommand anyTime() {
        return new BuiltInCommand(name, arguments, summary, true, action);
    }

    /// What a command does.
    @FunctionalInterface
    public interface Action {

        /// Runs the command.
        ///
        /// @param arguments what the user wrote behind the name, without blanks around it
        void run(String arguments, Conversation conversation);
    }
}
