package dev.deft.engine.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.engine.Engine;
import dev.deft.engine.EngineBuilder;
import dev.deft.tool.Tool;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlyLoadingTest {

    @TempDir Path directory;

    private EngineBuilder eager() {
        return Engine.builder()
                .environment(Map.of("DEFT_HOME", directory.resolve("home").toString()))
                .eager();
    }

    @Test
    void changesNothingAboutTheEngine() throws Exception {
        try (Engine lazy =
                        Engine.builder()
                                .environment(
                                        Map.of("DEFT_HOME", directory.resolve("home").toString()))
                                .build();
                Engine engine = eager().build()) {
            assertThat(ids(engine)).isEqualTo(ids(lazy));
        }
        awaitEnd();
    }

    @Test
    void endsWhereTheEngineCannotBeBuilt() throws Exception {
        try (Engine engine = eager().build()) {
            Tool<?> taken = engine.tools().list().getFirst();
            assertThatThrownBy(() -> eager().tools(taken).build())
                    .isInstanceOf(IllegalArgumentException.class);
        }
        awaitEnd();
    }

    private static List<String> ids(Engine engine) {
        return engine.tools().list().stream().map(it -> it.spec().id()).toList();
    }

    /// Waits for the loading threads, which must end by themselves.
    private static void awaitEnd() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("early loading")) {
                thread.join();
            }
        }
    }
}
