package dev.deft.app.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.loop.RunEvent;
import dev.deft.app.cli.command.Console;
import dev.deft.app.terminal.LiveLine;
import dev.deft.app.terminal.Screen;
import dev.deft.app.terminal.TextStyle;
import dev.deft.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScreenTest {

    private static final String CLEARS_THE_SCREEN = "\u001b[2J";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream printed = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    private Console console(Screen out, Screen err) {
        return new Console(
                InputStream.nullInputStream(), printed, printed, out, err, Path.of("."), Map.of());
    }

    @ParameterizedTest
    @EnumSource(names = {"LINES", "MOVING", "COLOR"})
    void showsNothingOfOthersThatMovesTheCursor(Screen screen) {
        assertThat(console(screen, screen).shown("a" + CLEARS_THE_SCREEN + "b")).isEqualTo("ab");
    }

    @Test
    void keepsEveryByteWhereNobodyLooks() {
        assertThat(console(Screen.NONE, Screen.NONE).shown("a" + CLEARS_THE_SCREEN))
                .isEqualTo("a" + CLEARS_THE_SCREEN);
    }

    @Test
    void hasColorsOnlyWhereTheOutputItselfShowsThem() {
        Console console = console(Screen.COLOR, Screen.NONE);
        assertThat(console.bold("a")).isEqualTo("\u001b[1ma\u001b[0m");
        assertThat(console.onErr().bold("a")).isEqualTo("a");
        assertThat(new TextStyle(Screen.MOVING).red("a")).isEqualTo("a");
    }

    @Test
    void showsARunWithoutAnythingThatMovesTheCursor() {
        try (var view =
                new RunView(
                        new TextStyle(Screen.LINES),
                        new LiveLine(printed, Screen.LINES),
                        Optional.empty())) {
            view.accept(
                    new RunEvent.ToolCall(
                            "c1",
                            "no" + CLEARS_THE_SCREEN + "tool",
                            Json.Obj.EMPTY.with("path", "a" + CLEARS_THE_SCREEN)));
            view.accept(
                    new RunEvent.ToolResult(
                            "c1",
                            "no" + CLEARS_THE_SCREEN + "tool",
                            true,
                            "There is none." + CLEARS_THE_SCREEN,
                            Json.Obj.EMPTY));
            view.accept(new RunEvent.Warning("careful" + CLEARS_THE_SCREEN));
            view.accept(
                    new RunEvent.Retry(1, Duration.ofSeconds(2), "529: busy" + CLEARS_THE_SCREEN));
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        ✗ notool a  There is none.
                        ! careful
                        ! 529: busy; trying again in 2 s
                        """);
    }
}
