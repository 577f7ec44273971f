package dev.deft.policy;

import dev.deft.tool.RequirementSet;
import java.util.List;
import java.util.Optional;

/// The permissions that a caller sets. Absent parts take the defaults of the agent.
///
/// @param headless whether nobody can be asked
/// @param requires the ceiling: nothing outside it can be touched
/// @param env additional variables for commands
/// @param trust whether what the workspace configures may widen and start something; if absent, the
///   user's own list of trusted workspaces decides
/// @param commands how commands are run
public record Policy(
        Optional<Boolean> headless,
        Optional<RequirementSet> requires,
        Optional<List<Rule>> rules,
        WatchdogChoice watchdog,
        SandboxMode sandbox,
        List<String> env,
        Optional<Boolean> trust,
        CommandChoices commands) {

    public Policy {
        rules = rules.map(List::copyOf);
        env = List.copyOf(env);
    }

    /// Allows everything inside the root: what the user who typed the command may do.
    public static Policy allowAll() {
        var everything = new Rule(Scope.MANIFEST, Action.ALLOW, "*", "*");
        return new Policy(
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of(everything)),
                new WatchdogChoice.Default(),
                SandboxMode.AUTO,
                List.of(),
                Optional.empty(),
                CommandChoices.DEFAULT);
    }

    /// Leaves everything to the defaults of the agent.
    public static Policy unspecified() {
        return new Policy(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new WatchdogChoice.Default(),
                SandboxMode.AUTO,
                List.of(),
                Optional.empty(),
                CommandChoices.DEFAULT);
    }

    /// The same with other rules.
    public Policy withRules(List<Rule> other) {
        return new Policy(
                headless, requires, Optional.of(other), watchdog, sandbox, env, trust, commands);
    }

    /// The same with another ceiling.
    public Policy withCeiling(RequirementSet ceiling) {
        return new Policy(
                headless, Optional.of(ceiling), rules, watchdog, sandbox, env, trust, commands);
    }

    /// The same with another watchdog.
    public Policy withWatchdog(WatchdogChoice other) {
        return new Policy(headless, requires, rules, other, sandbox, env, trust, commands);
    }

    /// The same with another sandbox mode.
    public Policy withSandbox(SandboxMode other) {
        return new Policy(headless, requires, rules, watchdog, other, env, trust, commands);
    }

    /// The same with other command choices.
    public Policy withCommands(CommandChoices other) {
        return new Policy(headless, requires, rules, watchdog, sandbox, env, trust, other);
    }

    /// Which watchdog decides about calls.
    public sealed interface WatchdogChoice {

        /// The built-in watchdog.
        record Default() implements WatchdogChoice {}

        /// None.
        record Off() implements WatchdogChoice {}

        /// A program.
        record Program(List<String> command) implements WatchdogChoice {

            public Program {
                command = List.copyOf(command);
            }
        }
    }

    /// How commands are run.
    ///
    /// @param onTimeout what happens to a command at its timeout
    /// @param terminal which commands run on a terminal
    /// @param changes what happens to the files they change
    /// @param onExit what happens to background commands when the session ends
    /// @param host the remote machine on which some of them run
    /// @param sockets which Unix sockets they may connect to
    public record CommandChoices(
            OnTimeout onTimeout,
            Terminal terminal,
            Changes changes,
            OnExit onExit,
            Optional<CommandHost> host,
            GrantedSockets sockets) {

        /// The defaults.
        public static final CommandChoices DEFAULT =
                new CommandChoices(
                        OnTimeout.KILL,
                        Terminal.NONE,
                        Changes.DIRECT,
                        OnExit.KILL,
                        Optional.empty(),
                        GrantedSockets.NONE);

        public CommandChoices with(OnTimeout other) {
            return new CommandChoices(other, terminal, changes, onExit, host, sockets);
        }

        public CommandChoices with(Terminal other) {
            return new CommandChoices(onTimeout, other, changes, onExit, host, sockets);
        }

        public CommandChoices with(Changes other) {
            return new CommandChoices(onTimeout, terminal, other, onExit, host, sockets);
        }

        public CommandChoices with(OnExit other) {
            return new CommandChoices(onTimeout, terminal, changes, other, host, sockets);
        }

        public CommandChoices with(CommandHost other) {
            return new CommandChoices(
                    onTimeout, terminal, changes, onExit, Optional.of(other), sockets);
        }

        public CommandChoices with(GrantedSockets other) {
            return new CommandChoices(onTimeout, terminal, changes, onExit, host, other);
        }
    }

    /// What happens to a command at its timeout.
    public enum OnTimeout {
        /// It is killed with everything it started.
        KILL,
        /// It continues in the background.
        BACKGROUND
    }

    /// Which commands run on a terminal of their own.
    public enum Terminal {
        NONE,
        /// Background commands, which then accept input.
        BACKGROUND,
        ALL
    }

    /// What happens to the files that commands change.
    public enum Changes {
        /// They are changed at once and cannot be undone.
        DIRECT,
        /// They can be undone with the session.
        UNDOABLE,
        /// They can be undone, and a command that needs approval is run dry first, to show what it
        /// would change.
        REVIEW
    }

    /// What happens to background processes when their session ends.
    public enum OnExit {
        /// They are killed.
        KILL,
        /// They continue where the sandbox allows it, and the session finds them again when it is
        /// resumed.
        KEEP
    }

    /// Whether commands run in a sandbox.
    public enum SandboxMode {
        AUTO,
        REQUIRED,
        OFF
    }
}
