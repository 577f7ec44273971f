package dev.deft.engine;

import dev.deft.run.SessionMemory;
import dev.deft.agent.session.TurnCount;
import dev.deft.agent.session.KeptValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.SessionStore;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.codec.JsonText;
import dev.deft.dialect.Dialects;
import dev.deft.discovery.ToolSearchTool;
import dev.deft.engine.plugin.Plugins;
import dev.deft.gateway.Reach;
import dev.deft.guard.CapabilityGate;
import dev.deft.guard.CommandWatchdog;
import dev.deft.guard.DefaultWatchdog;
import dev.deft.guard.MaskedText;
import dev.deft.guard.ProtectedPathsGate;
import dev.deft.guard.RulesGate;
import dev.deft.guard.UnboundCommands;
import dev.deft.guard.Watchdog;
import dev.deft.guard.WatchdogGate;
import dev.deft.os.OsHosts;
import dev.deft.os.SessionVariables;
import dev.deft.os.Sidecars;
import dev.deft.output.Mask;
import dev.deft.policy.HostRules;
import dev.deft.policy.Policy;
import dev.deft.policy.PossibleCalls;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleMistakes;
import dev.deft.policy.SecretNames;
import dev.deft.policy.SecretRules;
import dev.deft.process.LastingShelf;
import dev.deft.process.Confinement;
import dev.deft.process.OsShells;
import dev.deft.process.Sandboxes;
import dev.deft.process.ShellSetup;
import dev.deft.process.TrafficLog;
import dev.deft.run.CallEvents;
import dev.deft.run.Dialect;
import dev.deft.run.Gate;
import dev.deft.run.Gates;
import dev.deft.run.InitializedDialect;
import dev.deft.run.Road;
import dev.deft.run.ToolRegistry;
import dev.deft.run.ToolRunner;
import dev.deft.run.ToolStats;
import dev.deft.sandbox.Helpers;
import dev.deft.sandbox.Ration;
import dev.deft.sandbox.SandboxBase;
import dev.deft.state.StatePaths;
import dev.deft.tool.InitContext;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ToolSource;
import dev.deft.tools.BuiltinTools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/// One workspace, one session, and the road every call takes.
public final class Product implements AutoCloseable {

    private static final String AGENT = "default";

    private final ToolRunner runner;
    private final CallEvents events;
    private final SessionLog session;
    private final SessionMemory memory;
    private final WorkspaceDoor door;
    private final Policy policy;
    private final Permissions permissions;
    private final OsShells shells;
    private final Sandboxes sandboxes;
    private final Optional<Sidecars> fleeting;

    private Product(
            ToolRunner runner,
            CallEvents events,
            SessionLog session,
            SessionMemory memory,
            WorkspaceDoor door,
            OsShells shells,
            Sandboxes sandboxes,
            Optional<Sidecars> fleeting,
            Policy policy,
            Permissions permissions) {
        this.policy = policy;
        this.permissions = permissions;
        this.fleeting = fleeting;
        this.runner = runner;
        this.events = events;
        this.session = session;
        this.memory = memory;
        this.door = door;
        this.shells = shells;
        this.sandboxes = sandboxes;
    }

    /// Puts everything together.
    ///
    /// @throws IllegalArgumentException when the setup asks for what there is not
    public static Product open(Setup setup) throws IOException {
        InstantSource clock = InstantSource.system();
        var random = new Random();
        ToolBounds bounds = ToolBounds.of(setup);
        ToolRegistry tools = registry(clock, setup.root(), setup.environment(), setup.notices());
        ConfiguredLimits limits =
                ConfiguredLimits.of(setup.root(), setup.environment(), setup.dialect());
        limits.problems(tools).forEach(setup.notices());
        Dialect dialect = limits.over(bounds.over(dialect(setup, tools)));
        var state = new StatePaths(setup.root());
        SessionStore store =
                SessionFiles.store(setup.root(), setup.environment(), clock, setup.notices());
        SessionWriter writer =
                setup.session().isPresent()
                        ? SessionWriter.open(store, setup.session().get(), clock)
                        : SessionWriter.passing(
                                store, SessionId.fresh(clock.instant(), random), clock);
        writer.warnings().forEach(setup.notices());
        Permissions permissions = Permissions.of(setup, writer);
        new RuleMistakes(tools.list())
                .of(permissions.rules().list())
                .forEach(it -> setup.notices().accept(it.told()));
        var mask =
                new Mask(
                        SecretNames.secrets(setup.environment()),
                        new SecretRules(permissions.rules().list()));
        TurnCount turns = TurnCount.after(writer.state());
        var session = new SessionLog(writer, turns, mask, dialect::read);
        var memory = new KeptValues(writer, mask);
        var door = new WorkspaceDoor(setup, writer, memory, turns, permissions);
        var variables = new SessionVariables(setup.environment(), memory);
        var traffic = new TrafficLog(state, session.id(), clock);
        Sandboxes sandboxes = sandboxes(setup);
        var shells =
                new OsShells(
                        sandboxes,
                        shell(setup, permissions, traffic),
                        variables,
                        setup.session().map(it -> new LastingShelf(state, it.value())),
                        new ChangeDiffs());
        var sidecars = new Sidecars(state, session.id());
        var hosts =
                new OsHosts(
                        sidecars,
                        session.id(),
                        memory,
                        variables,
                        setup.person(),
                        door,
                        shells,
                        () -> "prt_" + Integer.toHexString(random.nextInt()),
                        AGENT,
                        user(setup.environment()));
        Gates gates = gates(limits.over(bounds.over(setup)), dialect, session, permissions, shells);
        Road road = bounds.over(Road.of(dialect, gates, hosts, session).masking(mask));
        return new Product(
                new ToolRunner(road, new ToolStats(tools.calls())),
                road.events(),
                session,
                memory,
                door,
                shells,
                sandboxes,
                setup.session().isPresent() ? Optional.empty() : Optional.of(sidecars),
                setup.policy(),
                permissions);
    }

    /// The name of the user, as the operating system tells its programs.
    private static Optional<String> user(Map<String, String> environment) {
        for (String name : List.of("USER", "LOGNAME", "USERNAME")) {
            String user = environment.getOrDefault(name, "");
            if (!user.isEmpty()) {
                return Optional.of(user);
            }
        }
        return Optional.empty();
    }

    /// Gets ready for the first call that works on files, while the model still thinks. Opens the
    /// workspace, which takes a moment, so it is for a thread of its own; the rest goes on behind.
    public void warm() throws IOException, InterruptedException {
        door.warm();
    }

    /// How commands run: they reach the hosts the policy grants and no rule refuses, and without a
    /// policy none.
    private static ShellSetup shell(Setup setup, Permissions permissions, TrafficLog traffic) {
        Policy policy = setup.policy();
        return new ShellSetup(
                new Confinement(
                        policy.sandbox(),
                        permissions.commandFiles(),
                        fixed(setup),
                        new Reach(reached(setup), new HostRules(permissions.rules()), traffic),
                        Ration.USUAL),
                policy.env(),
                policy.commands());
    }

    /// The sandboxes of the workspace, in which nobody sees what Deft keeps for itself.
    private static Sandboxes sandboxes(Setup setup) {
        UserDirectories user = UserDirectories.from(setup.environment());
        return new Sandboxes(
                SandboxBase.of(setup.root(), setup.environment())
                        .hiding(List.of(user.config(), user.data()))
                        .hiding(new StatePaths(setup.root()).ofSessions()),
                drafts(user, setup.environment()));
    }

    private static List<Path> fixed(Setup setup) {
        List<Path> files = new ArrayList<>();
        for (String name : ToolBounds.files(setup)) {
            files.add(setup.root().resolve(name));
        }
        return files;
    }

    private static List<String> reached(Setup setup) {
        Optional<RequirementSet> granted = setup.policy().requires();
        return granted.isPresent() ? granted.get().hosts() : List.of();
    }

    public static List<Path> drafts(UserDirectories user, Map<String, String> environment) {
        return List.of(
                user.cache().resolve("drafts"),
                Path.of(environment.getOrDefault("TMPDIR", "/tmp")));
    }

    /// Every tool there is: built in, over the registry itself, and of the user's plug-ins.
    ///
    /// @param notices is told of plug-ins that cannot be used
    public static ToolRegistry registry(
            InstantSource clock,
            Path root,
            Map<String, String> environment,
            Consumer<String> notices)
            throws IOException {
        var registry = new ToolRegistry(notices);
        registry.add(ToolSource.of("Deft", BuiltinTools.all(clock, new JsonText())));
        registry.register(new ToolSearchTool(registry, places(root)));
        Plugins plugins = plugins(environment);
        plugins.problems().forEach(notices);
        registry.add(plugins);
        return registry;
    }

    /// What the user has put into their directory for plug-ins.
    public static Plugins plugins(Map<String, String> environment) throws IOException {
        return Plugins.of(UserDirectories.from(environment).data().resolve("plugins"));
    }

    /// The same, for those who need not hear of plug-ins again.
    public static ToolRegistry registry(
            InstantSource clock, Path root, Map<String, String> environment) throws IOException {
        return registry(clock, root, environment, _ -> {});
    }

    /// The ids of the tools that come with Deft.
    public static Set<String> builtIn() {
        Set<String> ids = new HashSet<>();
        BuiltinTools.all(InstantSource.system(), new JsonText())
                .forEach(it -> ids.add(it.spec().id()));
        ids.add("tool_search");
        return ids;
    }

    /// What `${workspace}` and `${directory}` stand for in descriptions.
    public static Map<String, String> places(Path root) {
        return Map.of("workspace", root.toString(), "directory", root.toString());
    }

    private static Dialect dialect(Setup setup, ToolRegistry registry) {
        Dialect whole =
                new InitializedDialect(
                        Dialects.of(setup.dialect(), registry),
                        registry,
                        new InitContext(AGENT, setup.root().toString(), Optional.empty()));
        return setup.collection().map(it -> Dialects.narrowed(whole, it)).orElse(whole);
    }

    private static Gates gates(
            Setup setup,
            Dialect dialect,
            SessionLog session,
            Permissions permissions,
            OsShells shells) {
        List<Gate> gates =
                new ArrayList<>(
                        List.of(
                                new CapabilityGate(permissions.agent(), permissions.variables()),
                                new RulesGate(permissions.rules(), permissions.keeper(), shells),
                                new UnboundCommands(permissions.commandFiles(), shells::unbound),
                                new ProtectedPathsGate(ToolBounds.files(setup)),
                                new MaskedText(),
                                new WatchdogGate(
                                        watchdog(setup),
                                        AGENT,
                                        session.id(),
                                        new ManifestOf(AGENT, setup.policy(), dialect))));
        gates.addAll(setup.guards());
        return new Gates(gates, setup.person());
    }

    private static Watchdog watchdog(Setup setup) {
        Policy.WatchdogChoice choice = setup.policy().watchdog();
        if (choice instanceof Policy.WatchdogChoice.Program(List<String> command)) {
            return new CommandWatchdog(
                    resolved(command, setup), setup.root(), withoutSecrets(setup.environment()));
        }
        return choice instanceof Policy.WatchdogChoice.Off
                ? Watchdog.off()
                : new DefaultWatchdog(setup.environment());
    }

    /// A watchdog that is named without its directory is one of our helpers.
    private static List<String> resolved(List<String> command, Setup setup) {
        List<String> words = new ArrayList<>(command);
        if (!words.isEmpty() && words.getFirst().indexOf('/') < 0) {
            new Helpers(setup.root(), setup.environment())
                    .find(words.getFirst())
                    .ifPresent(it -> words.set(0, it.toString()));
        }
        return words;
    }

    private static Map<String, String> withoutSecrets(Map<String, String> environment) {
        Map<String, String> plain = new LinkedHashMap<>(environment);
        plain.entrySet()
                .removeIf(it ->
                        SecretNames.isSecret(it.getKey())
                                || SecretNames.looksSecret(it.getValue()));
        return plain;
    }

    /// The policy it was opened with.
    public Policy policy() {
        return policy;
    }

    /// The rules that hold now: those of the policy, of the project and of the session.
    public List<Rule> rules() {
        return permissions.rules().list();
    }

    /// Which tools some call could be allowed of, by the rules that hold whenever it is asked.
    ///
    /// @param somebody whether there is anybody to ask
    PossibleCalls possible(boolean somebody) {
        return new PossibleCalls(permissions.rules(), permissions.agent(), somebody);
    }

    public ToolRunner runner() {
        return runner;
    }

    /// What becomes of calls, for onlookers.
    public CallEvents events() {
        return events;
    }

    public SessionLog session() {
        return session;
    }

    /// What the session remembers between calls.
    public SessionMemory memory() {
        return memory;
    }

    /// The files that calls changed since a turn began.
    public List<String> changedSince(int turn) throws IOException, InterruptedException {
        return door.changedSince(turn);
    }

    @Override
    public void close() throws IOException {
        try (session;
                door;
                sandboxes;
                shells) {
            door.remember();
        }
        if (fleeting.isPresent()) {
            fleeting.get().removeAll();
        }
    }
}
