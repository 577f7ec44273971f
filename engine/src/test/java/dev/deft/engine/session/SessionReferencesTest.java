package dev.deft.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.os.state.Sidecars;
import dev.deft.output.SecretMask;
import dev.deft.reference.NamedResults;
import dev.deft.run.SessionMemory;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionReferencesTest {

    /// Of the text `secret`.
    private static final String HASH =
            "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b";

    @TempDir private Path root;

    /// Values in a map.
    private record InMemory(Map<String, Json.Obj> values) implements SessionMemory {

        @Override
        public Optional<Json.Obj> load(String name) {
            return Optional.ofNullable(values.get(name));
        }

        @Override
        public void save(String name, Json.Obj value) {
            values.put(name, value);
        }
    }

    private SessionReferences references(Map<String, Json.Obj> values) {
        return new SessionReferences(
                new InMemory(values),
                new Sidecars(new StatePaths(root), "s"),
                SecretMask.KEYS_ONLY,
                InstantSource.system(),
                _ -> true);
    }

    private Path sidecar(String text) throws IOException {
        Path directory = Files.createDirectories(root.resolve(".deft/sessions/s"));
        return Files.writeString(directory.resolve("a.txt"), text);
    }

    @Test
    void takesAResultThatAnEarlierVersionHashed() throws Exception {
        sidecar("secret");
        Json.Obj named =
                Json.Obj.EMPTY
                        .with("name", "ref:bash-1")
                        .with("tool", "bash")
                        .with("file", "a.txt")
                        .with("sha256", HASH);
        Json.Obj all =
                Json.Obj.EMPTY
                        .with("issued", Json.Num.of(1))
                        .with("refs", new Json.Arr(List.of(named)));
        SessionReferences references = references(new HashMap<>(Map.of("refs", all)));

        assertThat(references.find("ref:bash-1")).isInstanceOf(NamedResults.Found.Content.class);
        sidecar("Secret");
        assertThat(references.find("ref:bash-1")).isInstanceOf(NamedResults.Found.Unusable.class);
    }

    @Test
    void knowsANamedResultAfterARestart() throws Exception {
        Map<String, Json.Obj> values = new HashMap<>();
        Path file = sidecar("one");
        assertThat(references(values).issue("bash", file)).hasValue("ref:bash-1");

        assertThat(references(values).find("ref:bash-1"))
                .isInstanceOf(NamedResults.Found.Content.class);
        sidecar("another");
        assertThat(references(values).find("ref:bash-1"))
                .isInstanceOf(NamedResults.Found.Unusable.class);
    }
}
