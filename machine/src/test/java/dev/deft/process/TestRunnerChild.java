package dev.deft.process;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// A program of its own: runs classes of tests and writes down how each test went.
public final class TestRunnerChild {

    private static final String SEPARATOR = "\t";

    /// Stands for the end of a line within a problem.
    private static final String LINE_END = "\u001e";

    private TestRunnerChild() {}

    /// How one test went.
    ///
    /// @param problem what went wrong, or why it was not run
    public record Outcome(String name, Status status, String problem) {

        /// Ends the test that tells of this one in the same way.
        public void settle() {
            switch (status) {
                case PASSED -> {}
                case FAILED -> Assertions.fail(problem);
                case SKIPPED -> Assumptions.abort(problem);
            }
        }

        private String line() {
            return String.join(SEPARATOR, name, status.name(), problem.replace("\n", LINE_END));
        }

        private static Outcome of(String line) {
            String[] fields = line.split(SEPARATOR, 3);
            return new Outcome(
                    fields[0], Status.valueOf(fields[1]), fields[2].replace(LINE_END, "\n"));
        }
    }

    /// What became of a test.
    public enum Status {
        PASSED,
        FAILED,
        SKIPPED
    }

    public static List<Outcome> read(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(Outcome::of).toList();
    }

    /// Runs the tests.
    ///
    /// @param arguments the file to write to, and the names of the classes
    public static void main(String[] arguments) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        var request = LauncherDiscoveryRequestBuilder.request();
        for (String it : List.of(arguments).subList(1, arguments.length)) {
            request.selectors(DiscoverySelectors.selectClass(it));
        }
        LauncherFactory.create()
                .execute(
                        request.filters(TagFilter.excludeTags("deep")).build(),
                        new Scribe(outcomes));
        Files.write(Path.of(arguments[0]), outcomes.stream().map(Outcome::line).toList());
    }

    /// Writes down how tests end, and classes that do not end well.
    private record Scribe(List<Outcome> outcomes) implements TestExecutionListener {

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            outcomes.add(new Outcome(name(test), Status.SKIPPED, reason));
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            Status status =
                    switch (result.getStatus()) {
                        case SUCCESSFUL -> Status.PASSED;
                        case FAILED -> Status.FAILED;
                        case ABORTED -> Status.SKIPPED;
                    };
            if (test.isTest() || status != Status.PASSED) {
                String problem = result.getThrowable().map(it -> told(it, status)).orElse("");
                outcomes.add(new Outcome(name(test), status, problem));
            }
        }

        private static String name(TestIdentifier test) {
            String[] parts = test.getUniqueId().split("[\\[\\]/]+", -1);
            return String.join(" ", List.of(parts).subList(2, parts.length)).strip();
        }

        private static String told(Throwable problem, Status status) {
            if (status == Status.SKIPPED) {
                return Optional.ofNullable(problem.getMessage()).orElse("no reason");
            }
            var text = new StringWriter();
            problem.printStackTrace(new PrintWriter(text));
            return text.toString();
        }
    }
}
