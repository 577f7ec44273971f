package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionLease;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A disk that is full or broken.
class DiskErrorTest {

    @TempDir private Path root;

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }

    private Path log() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    @Test
    void leavesNoPartialEntryOnAFullDisk() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", root.toString()),
                "mounting a small disk needs root");
        try {
            try (OpenLog log = LogChild.open(root, "s1")) {
                log.keep("a", Json.Obj.EMPTY);
                Json.Obj large = Json.Obj.EMPTY.with("text", "x".repeat(1 << 17));
                assertThatThrownBy(() -> log.keep("large", large))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space left");
                assertThat(log.recall("large")).isEmpty();
                log.keep("b", Json.Obj.EMPTY);
            }
            try (OpenLog log = LogChild.open(root, "s1")) {
                assertThat(log.recall("a")).isPresent();
                assertThat(log.recall("b")).isPresent();
            }
            assertThat(LogCheck.of(log(), new SessionId("s1"), Owners.of(root)))
                    .isEqualTo(new LogCheck(2, List.of(), false, ForeignEntries.NONE));
        } finally {
            assertThat(run("umount", "--lazy", root.toString())).isTrue();
        }
    }

    @Test
    void keepsAnEntryThatWaitsForTheNextOneOfWhichOneFails() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", root.toString()),
                "mounting a small disk needs root");
        var fixture = new LogFixture(root);
        try {
            try (SessionLease lease = fixture.mine().lease(LogFixture.ID)) {
                assertThat(lease.append(LogFixture.stores(1, "a", "1"))).isEqualTo(1);
                assertThat(lease.putBeforeNext(LogFixture.stores(2, "b", "2"))).isEqualTo(2);
                Json.Obj large = LogFixture.stores(3, "large", "x".repeat(1 << 17));
                assertThatThrownBy(() -> lease.put(large))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("No space left");
                assertThat(lease.append(LogFixture.stores(4, "c", "3"))).isEqualTo(3);
            }
            assertThat(fixture.values()).containsOnlyKeys("a", "b", "c");
            assertThat(fixture.check())
                    .isEqualTo(new LogCheck(3, List.of(), false, ForeignEntries.NONE));
        } finally {
            assertThat(run("umount", "--lazy", root.toString())).isTrue();
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"fsync, sync failed", "write, Input/output error"})
    void acknowledgesNothingThatABrokenDiskRejected(String call, String why) throws Exception {
        assumeTrue(run("strace", "-o", "/dev/null", "true"), "strace may trace here");
        try (OpenLog log = LogChild.open(root, "s1")) {
            log.keep("before", Json.Obj.EMPTY);
        }
        List<String> strace =
                List.of(
                        "strace",
                        "-f",
                        "-o",
                        "/dev/null",
                        "-P",
                        log().toRealPath().toString(),
                        "-e",
                        "inject=%s:error=EIO".formatted(call));
        Process child = LogChild.start(strace, "keep", root.toString(), "s1");
        try (BufferedReader out = LogChild.output(child)) {
            assertThat(out.lines())
                    .hasSize(2)
                    .allSatisfy(it -> assertThat(it).startsWith("refused ").contains(why));
        } finally {
            child.destroyForcibly().waitFor();
        }

        assertThat(LogCheck.of(log(), new SessionId("s1"), Owners.of(root)))
                .isEqualTo(new LogCheck(1, List.of(), false, ForeignEntries.NONE));
        try (OpenLog log = LogChild.open(root, "s1")) {
            assertThat(log.recall("before")).isPresent();
            assertThat(log.recall("a")).isEmpty();
            log.keep("after", Json.Obj.EMPTY);
        }
    }
}
