package dev.deft.app.interactive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Theme;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusLineTest {

    private static final StatusLine LINE =
            new StatusLine(
                    "build",
                    "anthropic/claude-sonnet-4-5",
                    12,
                    OptionalDouble.of(0.5),
                    Optional.of("main"),
                    Optional.of("bubblewrap"));

    @ParameterizedTest
    @CsvSource({
        "80, build · anthropic/claude-sonnet-4-5 · 12% context · $0.500 · main · bubblewrap",
        "60, build · anthropic/claude-sonnet-4-5 · 12% context · $0.500",
        "40, build · claude-sonnet-4-5 · 12% context",
        "32, build · claude-so… · 12% context",
        "22, build · 12% context"
    })
    void alwaysHasRoomForTheContext(int columns, String shown) {
        assertThat(LINE.line(new Theme(false), columns).toString()).isEqualTo(shown);
    }
}
