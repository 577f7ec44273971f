package dev.deft.agent.session.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.agent.session.OpenLog;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionInUseException;
import dev.deft.agent.session.SessionLease;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.state.FileLocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LockFileTest {

    private static final SessionId ID = new SessionId("s1");

    @TempDir private Path root;

    private Path log() {
        return root.resolve(".deft/sessions/s1.jsonl");
    }

    private Path lock() {
        return root.resolve(".deft/sessions/s1.lock");
    }

    @Test
    void tellsASecondProcessWhoHoldsIt() throws Exception {
        Process child = LogChild.start(List.of(), "hold", root.toString(), "s1");
        try (BufferedReader out = LogChild.output(child)) {
            assertThat(out.readLine()).isEqualTo("open");

            assertThatThrownBy(() -> LogChild.open(root, "s1"))
                    .hasMessageStartingWith(
                            "The session s1 is open in process %d on ".formatted(child.pid()))
                    .hasMessageContaining("LogChild hold")
                    .hasMessageEndingWith("fork the session, or use another one.");
            assertThat(FileStores.history(root, "s1").title())
                    .as("readable meanwhile")
                    .isEqualTo("held");
            assertThat(LogCheck.of(log(), new SessionId("s1"), Owners.of(root)).problems())
                    .isEmpty();

            child.destroyForcibly().waitFor();
            LogChild.open(root, "s1").close();
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertThat(lock()).as("released").doesNotExist();
    }

    @Test
    void holdsWithinOneProcessWhileOthersRead() throws Exception {
        try (OpenLog first = LogChild.open(root, "s1")) {
            first.setTitle("one");
            FileStores.history(root, "s1");
            Files.readString(lock());

            assertThatThrownBy(() -> LogChild.open(root, "s1"))
                    .hasMessageContaining("is open in process " + ProcessHandle.current().pid());
            Process child = LogChild.start(List.of(), "hold", root.toString(), "s1");
            try (BufferedReader out = LogChild.output(child)) {
                assertThat(out.readLine()).startsWith("refused The session s1 is open in");
            } finally {
                child.destroyForcibly().waitFor();
            }
            first.setTitle("two");
        }
        LogChild.open(root, "s1").close();
        assertThat(LogCheck.of(log(), new SessionId("s1"), Owners.of(root)))
                .isEqualTo(new LogCheck(2, List.of(), false, ForeignEntries.NONE));
    }

    @Test
    void ignoresTheFileOfADeadProcess() throws Exception {
        Files.createDirectories(root.resolve(".deft/sessions"));
        Files.writeString(lock(), "{\"pid\":1,\"host\":\"here\"}");

        LogChild.open(root, "s1").close();

        assertThat(lock()).doesNotExist();
    }

    private FileSessionStore store(InstantSource clock, Duration timeout) {
        return FileStores.of(root, root.resolve(".home"), clock, timeout);
    }

    @Test
    void namesItsHolderInTheFile() throws Exception {
        InstantSource clock = InstantSource.fixed(Instant.parse("2026-01-02T03:04:05.678Z"));
        try (SessionLease _ = store(clock, Duration.ZERO).lease(ID)) {
            String text = Files.readString(lock());
            assertThat(text).hasSize(1024).endsWith("\n");
            Json.Obj holder = JsonText.parseObject(text.strip());
            assertThat(holder.find("pid")).contains(Json.Num.of(ProcessHandle.current().pid()));
            assertThat(holder.text("host"))
                    .contains(Files.readString(Path.of("/proc/sys/kernel/hostname")).strip());
            assertThat(holder.text("since")).contains("2026-01-02T03:04:05Z");
            String command = holder.text("command").orElseThrow();
            assertThat(System.getProperty("sun.java.command").replace('\n', ' '))
                    .startsWith(command);
            assertThat(command).isNotEmpty().hasSizeLessThanOrEqualTo(80);

            assertThatThrownBy(() -> store(clock, Duration.ZERO).lease(ID))
                    .isInstanceOfSatisfying(
                            SessionInUseException.class,
                            it ->
                                    assertThat(it.holder())
                                            .isEqualTo(
                                                    "process %d on %s (%s) since 2026-01-02T03:04:05Z"
                                                            .formatted(
                                                                    ProcessHandle.current().pid(),
                                                                    holder.text("host")
                                                                            .orElseThrow(),
                                                                    command)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no JSON at all | another process",
                "'' | another process",
                "{} | process ? on ? (?) since ?",
                "{\"pid\":7,\"host\":\"h\"} | process 7 on h (?) since ?"
            })
    void describesAnUnknownHolder(String content, String holder) throws Exception {
        try (SessionLease _ = store(InstantSource.system(), Duration.ZERO).lease(ID)) {
            Files.writeString(lock(), content);
            assertThatThrownBy(() -> store(InstantSource.system(), Duration.ZERO).lease(ID))
                    .isInstanceOfSatisfying(
                            SessionInUseException.class,
                            it -> assertThat(it.holder()).isEqualTo(holder));
        }
    }

    @Test
    @Timeout(60)
    void waitsForAHolderThatIsAboutToRelease() throws Exception {
        SessionLease first = store(InstantSource.system(), Duration.ZERO).lease(ID);
        var second =
                new FutureTask<>(
                        () -> store(InstantSource.system(), Duration.ofHours(1)).lease(ID));
        Thread waiting = Thread.ofPlatform().start(second);
        while (waiting.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        first.close();

        second.get().close();
        assertThat(lock()).doesNotExist();
    }

    @Test
    void stopsWaitingWhenItIsInterrupted() throws Exception {
        try (SessionLease _ = store(InstantSource.system(), Duration.ZERO).lease(ID)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> store(InstantSource.system(), Duration.ofHours(1)).lease(ID))
                    .isInstanceOf(IOException.class)
                    .hasMessage("interrupted while waiting for a session");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void saysWhyItCannotBeCreated() throws Exception {
        Files.createDirectories(lock());

        assertThatThrownBy(() -> store(InstantSource.system(), Duration.ZERO).lease(ID))
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                        "s1\\.lock cannot be created in \\.deft/sessions \\(error \\d+ of the system\\); Deft needs it to lock the session\\. Check the owner and mode of the directory, and the free disk space\\.");
    }

    @Test
    void saysSoEvenWhenTheSystemGivesNoReason() {
        FileLocks broken =
                (_, name, _) -> {
                    throw new FileSystemException(name);
                };
        assertThatThrownBy(() -> LockFile.acquire(broken, root, ID, Instant.EPOCH, Duration.ZERO))
                .hasMessageContaining("(java.nio.file.FileSystemException: s1.lock)");
    }

    @Test
    void isReleasedOnceHoweverOftenTheLeaseIsClosed() throws Exception {
        FileSessionStore store = store(InstantSource.system(), Duration.ZERO);
        SessionLease first = store.lease(ID);
        first.close();
        try (SessionLease _ = store.lease(ID)) {
            first.close();
            assertThat(lock()).exists();
        }
    }
}
