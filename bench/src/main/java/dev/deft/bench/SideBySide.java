package dev.deft.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// Runs commands alternately, so that load on the machine affects all of them equally.
final class SideBySide {

    private static final int MEMORY_RUNS = 3;

    private SideBySide() {}

    /// The measurements of each command, in the given order. The first runs are not counted: they
    /// fill caches and may build.
    static List<Measured> of(int rounds, BenchCommand... commands)
            throws IOException, InterruptedException {
        List<List<Double>> millis =
                Stream.of(commands).<List<Double>>map(_ -> new ArrayList<>()).toList();
        for (int round = -1; round < rounds; round++) {
            for (int i = 0; i < commands.length; i++) {
                double took = commands[i].millis();
                if (round >= 0) {
                    millis.get(i).add(took);
                }
            }
        }
        var all = new ArrayList<Measured>();
        for (int i = 0; i < commands.length; i++) {
            all.add(new Measured(commands[i], millis.get(i), mostMegabytes(commands[i])));
        }
        return all;
    }

    private static double mostMegabytes(BenchCommand command)
            throws IOException, InterruptedException {
        double most = 0;
        for (int run = 0; run < MEMORY_RUNS; run++) {
            most = Math.max(most, command.megabytes());
        }
        return most;
    }
}
