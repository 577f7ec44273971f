package dev.deft.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.CallInfo;
import dev.deft.host.Progress.Update;
import dev.deft.json.Json;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InMemoryHostTest {

    @Test
    void recordsAllProgressUpdates() {
        InMemoryHost host = InMemoryHost.empty();
        Json.Obj done = Json.Obj.EMPTY.with("done", Json.Num.of(1));

        host.progress().report("begun");
        host.progress().update(Update.titled("Copying").with(done));

        assertThat(host.reported()).containsExactly("begun");
        assertThat(host.updates())
                .containsExactly(
                        Update.ofText("begun"),
                        new Update(Optional.empty(), Optional.of("Copying"), done));
    }

    @Test
    void returnsTheConfiguredCall() {
        var call = new CallInfo("c7", "reviewer");

        assertThat(InMemoryHost.empty().calledBy(call).call()).isEqualTo(call);
    }
}
