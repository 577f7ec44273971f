package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import dev.deft.registry.EnvelopeJson;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions of one engine that change the same real files.
class TwoAgentsTest {

    private static final String WHO = "agent helper in session two";

    @TempDir Path root;

    private Engine engine;
    private Workspace workspace;

    @BeforeEach
    void open() throws IOException {
        engine =
                Engine.builder()
                        .environment(
                                Map.of(
                                        "DEFT_HOME",
                                        root.resolve(".home").toString(),
                                        "PATH",
                                        System.getenv("PATH")))
                        .build();
        workspace = engine.workspace(root);
    }

    @AfterEach
    void close() {
        workspace.close();
        engine.close();
    }

    private Session session(String id, String agent) throws IOException {
        return workspace.session().id(id).agent(AgentSpec.trusted().named(agent)).open();
    }

    private static String note(Envelope envelope) {
        Json.Obj metadata = (Json.Obj) EnvelopeJson.write(envelope).find("metadata").orElseThrow();
        return metadata.text("note").orElse("");
    }

    private static Envelope edit(Session session, String before, String after) {
        return session.call("edit", Map.of("path", "a.txt", "old_text", before, "new_text", after));
    }

    private static Envelope write(Session session, String content) {
        return session.call("write", Map.of("path", "a.txt", "content", content));
    }

    private static void read(Session session) {
        assertThat(session.call("read", Map.of("path", "a.txt")).failed()).isFalse();
    }

    @Test
    void tellsWhoChangedAFileThatIsEditedAfterwards() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
        try (Session first = session("one", "main");
                Session second = session("two", "helper")) {
            read(first);
            assertThat(edit(second, "two", "2").failed()).isFalse();

            Envelope edited = edit(first, "three", "3");

            assertThat(edited.failed()).isFalse();
            assertThat(note(edited))
                    .isEqualTo(
                            WHO
                                    + " changed a.txt after you last read it; your change was made"
                                    + " to its content as it is now");
            assertThat(edited.text()).contains(WHO);
            assertThat(root.resolve("a.txt")).content().isEqualTo("one\n2\n3\n");
            assertThat(note(edit(first, "one", "1"))).as("told once").isEmpty();
        }
    }

    @Test
    void saysWhoCausedAConflict() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
        try (Session first = session("one", "main");
                Session second = session("two", "helper")) {
            read(first);
            edit(second, "two", "2");

            assertThat(write(first, "mine\n").text())
                    .isEqualTo(
                            "a.txt has changed since you read it. Read it again before you replace"
                                    + " it. It was "
                                    + WHO
                                    + " that changed a.txt.");
            assertThat(edit(first, "two", "II").text()).contains(WHO);
            assertThat(root.resolve("a.txt")).content().isEqualTo("one\n2\n");

            read(first);
            Envelope written = write(first, "mine\n");
            assertThat(written.failed()).isFalse();
            assertThat(note(written)).as("read in between").isEmpty();
        }
    }

    @Test
    void tellsOfPatchesAndDeletionsToo() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
        try (Session first = session("one", "main");
                Session second = session("two", "helper")) {
            read(first);
            edit(second, "two", "II");
            String patch = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+1\n*** End Patch\n";
            assertThat(note(first.call("apply_patch", Map.of("patch", patch)))).contains(WHO);

            edit(second, "II", "2");
            assertThat(note(first.call("delete_file", Map.of("path", "a.txt")))).contains(WHO);
        }
    }

    @Test
    void tellsNobodyWhoNeverReadTheFileOrChangedItItself() throws IOException {
        Files.writeString(root.resolve("a.txt"), "one\ntwo\n");
        try (Session first = session("one", "main");
                Session second = session("two", "helper")) {
            edit(second, "two", "2");
            assertThat(note(edit(first, "one", "1"))).isEmpty();
            assertThat(note(edit(first, "1", "I"))).isEmpty();
        }
    }

    @Test
    void losesNoEditOfManySessions() throws Exception {
        int sessions = 4;
        int edits = 25;
        var random = new Random(12);
        List<String> lines =
                IntStream.range(0, sessions * edits).mapToObj(it -> "line " + it).toList();
        Files.writeString(root.resolve("a.txt"), String.join("\n", lines) + "\n");
        var failed = new ConcurrentLinkedQueue<String>();
        List<Session> open = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
            Session session = session("s" + i, "agent" + i);
            open.add(session);
            List<String> own = new ArrayList<>(lines.subList(i * edits, (i + 1) * edits));
            Collections.shuffle(own, random);
            threads.add(
                    Thread.startVirtualThread(() -> {
                        for (String line : own) {
                            Envelope it = edit(session, line + "\n", "done with " + line + "\n");
                            if (it.failed()) {
                                failed.add(it.text());
                            }
                        }
                    }));
        }
        for (Thread it : threads) {
            it.join();
        }
        for (Session it : open) {
            it.close();
        }
        assertThat(failed).isEmpty();
        assertThat(Files.readAllLines(root.resolve("a.txt")))
                .as("as one session after the other would leave it")
                .isEqualTo(lines.stream().map(it -> "done with " + it).toList());
    }
}
