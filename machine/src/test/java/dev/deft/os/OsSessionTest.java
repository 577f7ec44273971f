package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.run.Approver;
import dev.deft.run.SessionMemory;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OsSessionTest {

    private final Map<String, Json.Obj> kept = new HashMap<>();

    private final SessionMemory memory =
            new SessionMemory() {
                @Override
                public Optional<Json.Obj> load(String name) {
                    return Optional.ofNullable(kept.get(name));
                }

                @Override
                public void save(String name, Json.Obj value) {
                    kept.put(name, value);
                }
            };

    private record Environment(String path) {}

    private OsSession session(SessionVariables variables) {
        return new OsSession("s", "c", variables, memory, Approver.HEADLESS, new CallLifetime());
    }

    @Test
    void letsNoToolForgeWhatDeftKeeps() throws Exception {
        var variables = new SessionVariables(Map.of(), memory);
        variables.set("A", "1");
        OsSession session = session(variables);

        for (String name : kept.keySet()) {
            assertThatThrownBy(() -> session.save(name, new Environment(".")))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("reserved for Deft");
            assertThatThrownBy(() -> session.load(name, Environment.class))
                    .isInstanceOf(HostException.class);
        }
        assertThat(variables.set()).isEqualTo(Map.of("A", "1"));
    }

    @Test
    void takesNothingAToolKeepsForVariables() throws Exception {
        var variables = new SessionVariables(Map.of(), memory);
        session(variables).save("env", new Environment("evil"));

        assertThat(variables.set()).isEmpty();
    }
}
