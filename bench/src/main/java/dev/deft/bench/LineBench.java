package dev.deft.bench;

import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLog;
import dev.deft.agent.session.SessionValues;
import dev.deft.agent.session.SessionWriter;
import dev.deft.agent.session.file.FileSessionStore;
import dev.deft.agent.session.file.SessionPaths;
import dev.deft.guard.CapabilityGate;
import dev.deft.guard.DefaultWatchdog;
import dev.deft.guard.ProtectedPathsGate;
import dev.deft.guard.RulesGate;
import dev.deft.guard.WatchdogGate;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.os.CallHandles;
import dev.deft.os.CallLifetime;
import dev.deft.os.OsFileLocks;
import dev.deft.os.OsHosts;
import dev.deft.os.SessionVariables;
import dev.deft.os.ShellOpener;
import dev.deft.os.WorkspaceOpener;
import dev.deft.os.state.Sidecars;
import dev.deft.output.SecretMask;
import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import dev.deft.run.Approver;
import dev.deft.run.Gates;
import dev.deft.run.PipelineParts;
import dev.deft.run.PreparedCall;
import dev.deft.run.ToolCall;
import dev.deft.run.ToolRunner;
import dev.deft.state.StatePaths;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/// Measures the overhead of the call pipeline for a tool that does nothing, and the time to
/// evaluate a thousand rules.
public final class LineBench {

    private static final int WARM_UP = 30_000;
    private static final int CALLS = 30_000;
    private static final int CALLERS = 64;
    private static final int EACH = 5_000;
    private static final int RULES = 1_000;

    private static final double MOST_MICROS = 60;
    private static final double LEAST_PER_SECOND = 90_000;
    private static final double MOST_RULE_MICROS = 1_000;

    private LineBench() {}

    public static void main(String[] args) throws InterruptedException {
        BenchArguments.none(args);
        ToolRunner runner = runner();
        runAlone(runner, WARM_UP);
        double median = percentile(runAlone(runner, CALLS), 50);
        together(runner);
        double perSecond = together(runner);
        double rules = percentile(decisions(), 99);

        var targets = new BenchTargets();
        targets.atMost("one call, median", median, MOST_MICROS, "µs");
        targets.atLeast("calls of " + CALLERS + " callers", perSecond, LEAST_PER_SECOND, "/s");
        targets.atMost(RULES + " rules decide, p99", rules, MOST_RULE_MICROS, "µs");
        System.exit(targets.verdict() ? 0 : 1);
    }

    private static double[] runAlone(ToolRunner runner, int calls) {
        double[] micros = new double[calls];
        for (int i = 0; i < calls; i++) {
            long from = System.nanoTime();
            runner.run(ToolCall.of("c", "noop", "{\"text\":\"a\"}"));
            micros[i] = (System.nanoTime() - from) / 1e3;
        }
        return micros;
    }

    private static double together(ToolRunner runner) throws InterruptedException {
        var done = new CountDownLatch(CALLERS);
        long from = System.nanoTime();
        for (int i = 0; i < CALLERS; i++) {
            Thread.ofVirtual()
                    .start(() -> {
                        for (int j = 0; j < EACH; j++) {
                            runner.run(ToolCall.of("c", "noop", "{\"text\":\"a\"}"));
                        }
                        done.countDown();
                    });
        }
        done.await();
        return CALLERS * EACH / ((System.nanoTime() - from) / 1e9);
    }

    private static double[] decisions() {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < RULES; i++) {
            rules.add(
                    new Rule(
                            Scope.PROJECT,
                            i % 2 == 0 ? Action.ALLOW : Action.DENY,
                            i % 3 == 0 ? "write" : "fs.write",
                            "src/p%d/**/*.java".formatted(i)));
        }
        var book = new RuleBook(rules);
        double[] micros = new double[CALLS];
        for (int i = 0; i < CALLS; i++) {
            var touch = new Touch(Capability.FS_WRITE, "src/p%d/a/b/C.java".formatted(i % RULES));
            long from = System.nanoTime();
            book.decide("write", touch);
            micros[i] = (System.nanoTime() - from) / 1e3;
        }
        return Arrays.copyOfRange(micros, CALLS / 2, CALLS);
    }

    private static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100];
    }

    private static ToolRunner runner() {
        var state = new StatePaths(Path.of("").toAbsolutePath());
        var store =
                new FileSessionStore(
                        new SessionPaths(
                                state.root(),
                                state.path().resolve("bench"),
                                state.path().resolve("bench")),
                        new OsFileLocks(),
                        InstantSource.system(),
                        _ -> {});
        SessionWriter writer =
                SessionWriter.deferred(store, new SessionId("bench"), InstantSource.system());
        SessionLog log = SessionLog.of(writer);
        var memory = new SessionValues(writer, SecretMask.KEYS_ONLY);
        PatternVariables variables = PatternVariables.of(List.of(), List.of());
        var everything = new Rule(Scope.MANIFEST, Action.ALLOW, "*", "*");
        var gates =
                new Gates(
                        List.of(
                                new CapabilityGate(
                                        Ceiling.of(RequirementSet.EVERYTHING, variables),
                                        variables),
                                new RulesGate(new RuleBook(List.of(everything)), RuleStore.NONE),
                                new ProtectedPathsGate(),
                                new WatchdogGate(new DefaultWatchdog(Map.of()), "bench", "bench")),
                        Approver.HEADLESS);
        var hosts =
                new OsHosts(
                        new Sidecars(state, "bench"),
                        "bench",
                        memory,
                        new SessionVariables(Map.of(), memory),
                        Approver.HEADLESS,
                        new NoFiles(),
                        ShellOpener.none(),
                        CallHandles.Opener.none(),
                        () -> "part",
                        "bench",
                        Optional.empty());
        return new ToolRunner(
                PipelineParts.of(
                        new LockedDialect(ToolRegistry.of(List.of(new Noop()))),
                        gates,
                        hosts,
                        log));
    }

    private record NoFiles() implements WorkspaceOpener {

        @Override
        public WorkspaceFiles forResolving() {
            return InMemoryHost.empty().files();
        }

        @Override
        public WorkspaceFiles open(PreparedCall<?> call, CallLifetime lifetime) {
            return forResolving();
        }
    }

    private record Noop() implements Tool<Noop.Params> {

        record Params(String text, Optional<Json> more) {}

        record Data(String text) {}

        @Override
        public ToolSpec<Params> spec() {
            return ToolSpec.of("noop", Params.class, ToolCategory.CUSTOM, ToolKind.OTHER)
                    .describedBy("Does nothing.");
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.output(new Data(params.text()), params.text(), "nothing");
        }
    }
}
