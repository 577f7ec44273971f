package dev.deft.policy;

import dev.deft.tool.RequirementSet;
import java.util.List;
import java.util.Optional;

/// What a caller may set about permissions. Absent parts take the defaults of the agent used.
///
/// @param headless whether nobody is there to ask
/// @param requires the ceiling: what is not in it cannot be touched
/// @param env further variables that commands may see
/// @param trust whether what the workspace configures may be started
/// @param commands how commands are run
public record Policy(
        Optional<Boolean> headless,
        Optional<RequirementSet> requires,
        Optional<List<Rule>> rules,
        WatchdogChoice watchdog,
        SandboxMode sandbox,
        List<String> env,
        boolean trust,
        CommandChoices commands) {

    public Policy {
        rules = rules.map(List::copyOf);
        env = List.copyOf(env);
    }

    /// The authority of the person who typed the command: everything inside the root.
    public static Policy allowAll() {
        var everything = new Rule(Scope.MANIFEST, Action.ALLOW, "*", "*");
        return new Policy(
                Optional.empty(),
                Optional.empty(),
                Optional.of(List.of(everything)),
                new WatchdogChoice.Default(),
                SandboxMode.AUTO,
                List.of(),
                false,
                CommandChoices.DEFAULT);
    }

    /// A policy that leaves everything to the agent used.
    public static Policy unspecified() {
        return new Policy(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                new WatchdogChoice.Default(),
                SandboxMode.AUTO,
                List.of(),
                false,
                CommandChoices.DEFAULT);
    }

    /// The same with these rules.
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

    /// The same with another choice about the sandbox.
    public Policy withSandbox(SandboxMode other) {
        return new Policy(headless, requires, rules, watchdog, other, env, trust, commands);
    }

    /// The same with other choices about commands.
    public Policy withCommands(CommandChoices other) {
        return new Policy(headless, requires, rules, watchdog, sandbox, env, trust, other);
    }

    /// Which watchdog sees the calls.
    public sealed interface WatchdogChoice {

        /// The policy that comes with Deft.
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
    /// @param onTimeout what becomes of a command whose time is up
    /// @param terminal which commands run on a terminal
    /// @param changes what becomes of the files they change
    /// @param onExit what becomes of those in the background when the session ends
    /// @param host where some of them run instead of here
    /// @param sockets which Unix sockets they may connect to
    public record CommandChoices(
            OnTimeout onTimeout,
            Terminal terminal,
            Changes changes,
            OnExit onExit,
            Optional<CommandHost> host,
            GrantedSockets sockets) {

        /// What holds unless somebody says otherwise.
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

    /// What becomes of a command whose time is up.
    public enum OnTimeout {
        /// It is ended with everything it started.
        KILL,
        /// It goes on in the background.
        BACKGROUND
    }

    /// Which commands run on a terminal of their own.
    public enum Terminal {
        NONE,
        /// Those in the background, which can be typed into.
        BACKGROUND,
        ALL
    }

    /// What becomes of the files that commands change.
    public enum Changes {
        /// They are changed at once, and nobody remembers how they were.
        DIRECT,
        /// They can be undone with the session.
        UNDOABLE,
        /// So, and a command that a person is asked about is tried out first, to show what it would
        /// change.
        REVIEW
    }

    /// What becomes of background processes when their session ends.
    public enum OnExit {
        /// They are ended.
        KILL,
        /// They go on where the fence allows it, and the session finds them again when it is
        /// resumed.
        KEEP
    }

    /// Whether commands run behind a fence.
    public enum SandboxMode {
        AUTO,
        REQUIRED,
        OFF
    }
}
