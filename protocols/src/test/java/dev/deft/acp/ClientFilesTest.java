package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.json.Json;
import dev.deft.rpc.RpcCall;
import dev.deft.rpc.RpcConnection;
import dev.deft.rpc.RpcHandler;
import dev.deft.rpc.RpcRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/// An editor that does not answer.
class ClientFilesTest {

    private static final Path FILE = Path.of("/work/a.txt");
    private static final RpcHandler NOBODY = call -> Json.Obj.EMPTY.with("for", call.method());

    private static final class Silent implements RpcHandler {

        private final CountDownLatch never = new CountDownLatch(1);

        @Override
        public Json answer(RpcCall call) throws InterruptedException {
            never.await();
            return Json.Obj.EMPTY;
        }
    }

    @Test
    void failsOneCallAndLeavesTheRestToTheDisk() throws Exception {
        var there = new ReceivedMessages();
        var back = new ReceivedMessages();
        try (RpcConnection editor =
                        RpcConnection.open(there.in(), back.out(), RpcRules.acp(), new Silent());
                RpcConnection agent =
                        RpcConnection.open(back.in(), there.out(), RpcRules.acp(), NOBODY)) {
            var files =
                    new ClientFiles(
                            agent,
                            new ClientCapabilities(true, true, false, false, false, false),
                            "s",
                            Duration.ofMillis(100));
            assertThatThrownBy(() -> files.read(FILE))
                    .hasMessageContaining("did not say within 1 s what it has of a.txt")
                    .hasMessageContaining("read from the disk from now on");
            assertThat(files.read(FILE)).isEqualTo(Optional.empty());
            files.write(FILE, "text");
            there.await("$/cancel_request", Duration.ofSeconds(30));
            assertThat(there.lines()).hasSize(2).first().asString().contains("fs/read_text_file");
            assertThat(there.lines().getLast()).contains("$/cancel_request");
            assertThat(editor.isOpen()).isTrue();
        }
    }

    @Test
    void isSaidInTheResultWhenItDoesNotTakeAChange() throws Exception {
        var there = new ReceivedMessages();
        var back = new ReceivedMessages();
        try (RpcConnection editor =
                        RpcConnection.open(there.in(), back.out(), RpcRules.acp(), new Silent());
                RpcConnection agent =
                        RpcConnection.open(back.in(), there.out(), RpcRules.acp(), NOBODY)) {
            var files =
                    new ClientFiles(
                            agent,
                            new ClientCapabilities(false, true, false, false, false, false),
                            "s",
                            Duration.ofMillis(100));
            assertThat(files.read(FILE)).as("not offered").isEqualTo(Optional.empty());
            assertThatThrownBy(() -> files.write(FILE, "text"))
                    .hasMessageContaining("fs/write_text_file");
            assertThat(editor.isOpen()).isTrue();
        }
    }
}
