package dev.deft.app.interactive.slash;

import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Settings;
import dev.deft.agent.context.ContextUse;
import dev.deft.agent.context.ContextUse.Kind;
import dev.deft.agent.context.ContextUse.Share;
import dev.deft.agent.model.Usage;
import dev.deft.app.Golden;
import dev.deft.app.terminal.ui.Theme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Pins how pages and reports look, on a usual and on a narrow terminal.
class ReportScreensTest {

    private static final Path SCREENS =
            Path.of("src/test/resources/dev/deft/app/interactive/slash/screens");
    private static final Theme THEME = new Theme(true);

    @TestFactory
    Stream<DynamicTest> looksAsReviewed() throws IOException {
        Settings settings = Configuration.ofUser(Map.of("DEFT_HOME", "/nowhere")).settings();
        var usage = new Usage(12_300, 4_560, 250_000, 8_000);
        var cost =
                new CostReport(
                        Map.of(
                                CostReport.qualified("claude-sonnet-4-5", "openai/x", settings),
                                usage),
                        Map.of("openai/unheard-of", new Usage(900, 80, 0, 0)),
                        2,
                        settings.prices());
        var context =
                new ContextReport(
                        new ContextUse(
                                "anthropic/claude-sonnet-4-5",
                                200_000,
                                160_000,
                                60_000,
                                1_500,
                                List.of(
                                        new Share(Kind.SYSTEM, "prompt", 4_000),
                                        new Share(Kind.SYSTEM, "instructions", 2_500),
                                        new Share(Kind.TOOLS, "tools", 9_000),
                                        new Share(Kind.SUMMARY, "summary", 0),
                                        new Share(Kind.USER, "messages of the user", 3_000),
                                        new Share(Kind.ASSISTANT, "answers", 13_000),
                                        new Share(Kind.RESULTS, "results of calls", 30_000))));
        Map<String, String> screens = new TreeMap<>();
        add("help", it -> help().lines(THEME, it), screens);
        add("cost", it -> cost.page().lines(THEME, it), screens);
        add("context", it -> context.lines(THEME, it), screens);
        return Golden.fromBuild().directory(SCREENS, screens);
    }

    private static TextPage help() {
        return HelpPage.of(BuiltInCommands.list(), Map.of("review", "Reviews\u202e one file"));
    }

    private static void add(
            String name, IntFunction<List<AttributedString>> lines, Map<String, String> screens) {
        for (int columns : new int[] {80, 40}) {
            screens.put(
                    "%s-%d.txt".formatted(name, columns),
                    lines.apply(columns).stream()
                            .peek(it -> requireFit(it, columns))
                            .map(it -> it.toString().stripTrailing() + "\n")
                            .collect(Collectors.joining()));
        }
    }

    private static void requireFit(AttributedString line, int columns) {
        if (line.columnLength() > columns) {
            throw new AssertionError("wider than %d columns: %s".formatted(columns, line));
        }
    }
}
