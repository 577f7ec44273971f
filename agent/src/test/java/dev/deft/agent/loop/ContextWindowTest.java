package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Overflow;
import dev.deft.json.Json;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ContextWindowTest {

    private static final ContextLimits LIMITS = ContextLimits.of(100_000, 10_000);

    private final Map<String, Json.Obj> values = new HashMap<>();
    private final List<Json.Obj> saved = new ArrayList<>();

    private final SessionMemory memory =
            new SessionMemory() {
                @Override
                public Optional<Json.Obj> load(String name) {
                    return Optional.ofNullable(values.get(name));
                }

                @Override
                public void save(String name, Json.Obj value) {
                    values.put(name, value);
                    saved.add(value);
                }
            };

    private ContextWindow window(String model) {
        return new ContextWindow(memory, model);
    }

    private static Overflow overflow(int window, int prompt, int answer) {
        return new Overflow(optional(window), optional(prompt), optional(answer));
    }

    private static OptionalInt optional(int number) {
        return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
    }

    @Test
    void lowersTheLimitsToWhatWasSaid() throws IOException {
        assertThat(window("m").within(LIMITS)).isEqualTo(LIMITS);

        window("m").remember(overflow(50_000, 0, 0));
        assertThat(window("m").within(LIMITS)).isEqualTo(ContextLimits.of(50_000, 10_000));

        window("m").remember(overflow(0, 0, 4_000));
        assertThat(window("m").within(LIMITS)).isEqualTo(ContextLimits.of(50_000, 4_000));
    }

    @Test
    void neverRaisesTheLimits() throws IOException {
        window("m").remember(overflow(500_000, 0, 50_000));

        assertThat(window("m").within(LIMITS)).isEqualTo(LIMITS);
    }

    @Test
    void isAboutOneModel() throws IOException {
        window("m").remember(overflow(50_000, 0, 0));

        assertThat(window("other").within(LIMITS)).isEqualTo(LIMITS);
        window("other").remember(overflow(0, 0, 4_000));
        assertThat(window("other").within(LIMITS)).isEqualTo(ContextLimits.of(100_000, 4_000));
    }

    @Test
    void savesOnlyWhatIsNew() throws IOException {
        window("m").remember(overflow(0, 7_000, 0));
        assertThat(saved).as("the length of one prompt").isEmpty();

        window("m").remember(overflow(50_000, 0, 0));
        window("m").remember(overflow(50_000, 9_000, 0));
        assertThat(saved).hasSize(1);
    }

    @Test
    void ignoresValuesThatAreNoSizes() throws IOException {
        for (Json value :
                List.of(
                        new Json.Str("many"),
                        Json.Num.of(0),
                        Json.Num.of(-1),
                        Json.Num.of(1L + Integer.MAX_VALUE),
                        new Json.Num("1.5"))) {
            values.put("window", Json.Obj.EMPTY.with("model", "m").with("context", value));

            assertThat(window("m").within(LIMITS)).as(value.toString()).isEqualTo(LIMITS);
        }
        values.put(
                "window",
                Json.Obj.EMPTY.with("model", "m").with("context", Json.Num.of(Integer.MAX_VALUE)));
        assertThat(window("m").within(LIMITS)).isEqualTo(LIMITS);
        values.put("window", Json.Obj.EMPTY.with("model", "m").with("max_output", Json.Num.of(1)));
        assertThat(window("m").within(LIMITS)).isEqualTo(ContextLimits.of(100_000, 1));
    }
}
