package dev.deft.bench;

import static dev.deft.bench.terminal.TerminalCost.percentile;

import dev.deft.bench.model.StreamingModel;
import dev.deft.bench.terminal.ProgramTerminal;
import dev.deft.bench.terminal.TerminalCost;
import dev.deft.bench.terminal.TerminalProgram;
import dev.deft.bench.terminal.TerminalPrograms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Measures what a user at a terminal notices of the interactive program: how soon it is there, how
/// soon keys are shown, processor and memory; beside another agent from npm.
///
/// Every program talks to the same model server on loopback, at a pseudo-terminal of 120 by 40.
public final class TerminalBench {

    private static final int STARTS = 11;
    private static final int SECONDS = 8;

    /// Long enough for the watch over the processor and for the keys after it.
    private static final int STREAM_SECONDS = 30;

    private static final double MOST_START_MILLIS = 400;
    private static final double MOST_KEY_MILLIS = 30;
    private static final double MOST_CPU_PERCENT = 10;
    private static final double MOST_MEGABYTES = 120;

    private final BenchTargets targets = new BenchTargets();
    private final List<String> lines = new ArrayList<>();

    private TerminalBench() {}

    public static void main(String[] args) throws InterruptedException {
        BenchArguments.none(args);
        try {
            System.exit(new TerminalBench().run() ? 0 : 1);
        } catch (IOException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(1);
        }
    }

    private boolean run() throws IOException, InterruptedException {
        try (var model = new StreamingModel(STREAM_SECONDS)) {
            Path deftHome = BenchDirectory.make("deft");
            TerminalProgram deft = TerminalPrograms.deft(model.url(), deftHome);
            Optional<TerminalProgram> anchor =
                    TerminalPrograms.anchor(
                            model.url(), BenchDirectory.keep("pi"), BenchDirectory.make("anchor"));
            List<TerminalProgram> all = new ArrayList<>(List.of(deft));
            anchor.ifPresent(all::add);
            List<List<double[]>> starts = starts(all);
            List<TerminalCost> costs = new ArrayList<>();
            for (TerminalProgram program : all) {
                System.err.println("bench: " + program.name() + " at work");
                costs.add(cost(program));
            }
            print(all, starts, costs);
            return targets.verdict();
        }
    }

    /// For each program, the milliseconds to the prompt and to the first key that it answers.
    private static List<List<double[]>> starts(List<TerminalProgram> programs)
            throws IOException, InterruptedException {
        List<List<double[]>> all = new ArrayList<>();
        programs.forEach(_ -> all.add(new ArrayList<>()));
        for (int round = -1; round < STARTS; round++) {
            for (int i = 0; i < programs.size(); i++) {
                try (ProgramTerminal terminal = ProgramTerminal.start(programs.get(i))) {
                    double prompt = terminal.millisToPrompt();
                    terminal.millisToEcho("Ж");
                    double answered = terminal.millisSinceStart();
                    if (round >= 0) {
                        all.get(i).add(new double[] {prompt, answered});
                    }
                }
            }
        }
        return all;
    }

    private static TerminalCost cost(TerminalProgram program)
            throws IOException, InterruptedException {
        try (ProgramTerminal terminal = ProgramTerminal.start(program)) {
            terminal.millisToPrompt();
            return TerminalCost.of(terminal, SECONDS);
        }
    }

    private static double median(List<double[]> rounds, int index) {
        return percentile(rounds.stream().map(it -> it[index]).sorted().toList(), 50);
    }

    private void print(
            List<TerminalProgram> programs, List<List<double[]>> starts, List<TerminalCost> costs) {
        String anchor = programs.size() > 1 ? programs.getLast().name() : "(none)";
        System.out.printf(
                "%-38s %10s %10s %8s %9s%n",
                "", programs.getFirst().name(), anchor, "ratio", "target");
        add(
                "start to prompt, ms",
                MOST_START_MILLIS,
                starts.stream().mapToDouble(it -> median(it, 0)).toArray());
        add(
                "start to first key answered, ms",
                0,
                starts.stream().mapToDouble(it -> median(it, 1)).toArray());
        keys("key, idle", costs.stream().map(TerminalCost::idle).toList());
        keys(
                "key, " + StreamingModel.PACE + " tokens/s",
                costs.stream().map(TerminalCost::streaming).toList());
        keys("key, three running calls", costs.stream().map(TerminalCost::calling).toList());
        add(
                "CPU, the first 5 s of it, % of a core",
                0, costs.stream().mapToDouble(it -> 100 * it.warmingCpu()).toArray());
        add(
                "CPU, " + StreamingModel.PACE + " tokens/s, % of a core",
                MOST_CPU_PERCENT,
                costs.stream().mapToDouble(it -> 100 * it.streamingCpu()).toArray());
        add(
                "CPU, three running calls, % of a core",
                MOST_CPU_PERCENT,
                costs.stream().mapToDouble(it -> 100 * it.callingCpu()).toArray());
        add(
                "resident memory after that, MB",
                MOST_MEGABYTES,
                costs.stream().mapToDouble(TerminalCost::megabytes).toArray());
        lines.forEach(System.out::println);
        System.out.printf("medians of %d starts, %d s of streaming%n", STARTS, SECONDS);
    }

    private void keys(String name, List<List<Double>> millis) {
        add(
                name + ", p50 ms",
                MOST_KEY_MILLIS,
                millis.stream().mapToDouble(it -> percentile(it, 50)).toArray());
        add(
                name + ", p99 ms",
                MOST_KEY_MILLIS,
                millis.stream().mapToDouble(it -> percentile(it, 99)).toArray());
    }

    /// @param target the most that is allowed; 0 for none
    /// @param values of Deft, and of the other if there is one
    private void add(String name, double target, double... values) {
        boolean two = values.length > 1;
        BenchFigure figure = figure(name, target, values[0]);
        targets.report(two ? figure.withBeside("pi " + BenchFigure.number(values[1])) : figure);
        lines.add(
                "%-38s %10.1f %10s %8s %9s%s"
                        .formatted(
                                name,
                                values[0],
                                two ? "%.1f".formatted(values[1]) : "",
                                two ? "%.2f".formatted(values[0] / values[1]) : "",
                                target == 0 ? "" : "%.0f".formatted(target),
                                target == 0 ? "" : "  " + figure.verdict()));
    }

    private static BenchFigure figure(String name, double target, double value) {
        BenchFigure figure = BenchFigure.of(name, value, "");
        return target == 0 ? figure : figure.atMost(target, "");
    }
}
