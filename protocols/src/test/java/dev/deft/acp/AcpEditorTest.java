package dev.deft.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.SessionId;
import dev.deft.json.Json;
import dev.deft.policy.Policy;
import dev.deft.rpc.RpcError;
import dev.deft.rpc.RpcException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are open in the editor with changes that are not saved.
class AcpEditorTest {

    @TempDir private Path directory;
    private AcpPlace place = new AcpPlace(Path.of(""), Path.of(""));
    private final Map<String, String> buffers = new ConcurrentHashMap<>();
    private final List<String> written = new ArrayList<>();

    @BeforeEach
    void prepare() throws Exception {
        place = AcpPlace.in(directory);
        buffers.put(path("a.txt"), "one\nunsaved\nthree\n");
    }

    private String path(String file) {
        return place.root().resolve(file).toString();
    }

    private AcpClient editor() throws Exception {
        return place.client(AcpPlace.FILES)
                .answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"))
                .answering("fs/read_text_file", this::read)
                .answering(
                        "fs/write_text_file",
                        params -> {
                            String file = params.text("path").orElseThrow();
                            written.add(file);
                            buffers.put(file, params.text("content").orElseThrow());
                            return Json.Obj.EMPTY;
                        });
    }

    private Json read(Json.Obj params) throws RpcException {
        String content = buffers.get(params.text("path").orElseThrow());
        if (content == null) {
            throw new RpcException(RpcError.of(-32_002, "no such buffer"));
        }
        return Json.Obj.EMPTY.with("content", content);
    }

    @Test
    void areReadAsTheUserSeesThem() throws Exception {
        try (AcpClient client = editor()) {
            client.prompt(client.session(place.root()), "call read {\"path\":\"a.txt\"}\nrepeat");
            assertThat(client.said()).contains("unsaved").doesNotContain("two");
        }
    }

    @Test
    void areEditedAsTheUserSeesThemAndWrittenThroughTheEditor() throws Exception {
        try (AcpClient client = editor()) {
            String session = client.session(place.root());
            client.prompt(
                    session,
                    "call edit {\"path\":\"a.txt\",\"old_text\":\"unsaved\",\"new_text\":\"mine\"}\nrepeat");
            assertThat(written).containsExactly(path("a.txt"));
            assertThat(buffers).containsEntry(path("a.txt"), "one\nmine\nthree\n");
            assertThat(place.text("a.txt")).isEqualTo("one\nmine\nthree\n");
            assertThat(client.updates("tool_call_update").getLast().toString())
                    .contains("\"oldText\":\"one\\nunsaved\\nthree\\n\"");
            client.prompt(session, "call bash {\"command\":\"true\"}");
        }
        try (TestAgents agents = new TestAgents(place.home(), Policy.unspecified());
                var workspace = agents.engine().workspace(place.root())) {
            String id = workspace.sessions().latest().orElseThrow();
            workspace.sessions().undo(new SessionId(id), Optional.of("a.txt"));
        }
        assertThat(place.text("a.txt"))
                .as("undo leads back to what the user saw")
                .isEqualTo("one\nunsaved\nthree\n");
    }

    @Test
    void arePatchedAsTheUserSeesThem() throws Exception {
        try (AcpClient client = editor()) {
            client.prompt(
                    client.session(place.root()),
                    "call apply_patch {\"patch\":\"*** Begin Patch\\n*** Update File: a.txt\\n@@\\n-unsaved\\n+patched\\n*** End Patch\"}\nrepeat");
            assertThat(buffers).containsEntry(path("a.txt"), "one\npatched\nthree\n");
            assertThat(place.text("a.txt")).isEqualTo("one\npatched\nthree\n");
        }
    }

    @Test
    void areNotAskedForWhereTheRulesForbidReading() throws Exception {
        Files.writeString(place.root().resolve(".env"), "A=1\n");
        buffers.put(path(".env"), "A=unsaved\n");
        try (AcpClient client = editor()) {
            client.answering("session/request_permission", _ -> AcpPlace.chosen("reject-once"));
            client.prompt(client.session(place.root()), "call read {\"path\":\".env\"}\nrepeat");
            assertThat(client.said()).doesNotContain("unsaved");
            assertThat(client.linesOfAgent().toString()).doesNotContain("fs/read_text_file");
        }
    }

    @Test
    void comeFromTheDiskWhereTheEditorHasNone() throws Exception {
        Files.writeString(place.root().resolve("b.txt"), "only on disk\n");
        try (AcpClient client = editor()) {
            client.prompt(client.session(place.root()), "call read {\"path\":\"b.txt\"}\nrepeat");
            assertThat(client.said()).contains("only on disk");
        }
    }

    @Test
    void areNeverAskedForWhereTheClientOffersNone() throws Exception {
        try (AcpClient client = place.client()) {
            client.answering("session/request_permission", _ -> AcpPlace.chosen("allow-once"));
            client.prompt(
                    client.session(place.root()),
                    "call read {\"path\":\"a.txt\"}\ncall edit {\"path\":\"a.txt\",\"old_text\":\"two\",\"new_text\":\"2\"}");
            assertThat(client.linesOfAgent().toString()).doesNotContain("\"fs/");
            assertThat(place.text("a.txt")).contains("2");
        }
    }

    @Test
    void areChangedOnDiskThoughTheEditorRefusesThem() throws Exception {
        try (AcpClient client = editor()) {
            client.answering(
                    "fs/write_text_file",
                    _ -> {
                        throw new RpcException(RpcError.of(-32_603, "the buffer is locked"));
                    });
            client.prompt(
                    client.session(place.root()),
                    "call edit {\"path\":\"a.txt\",\"old_text\":\"unsaved\",\"new_text\":\"mine\"}\nrepeat");
            assertThat(place.text("a.txt")).isEqualTo("one\nmine\nthree\n");
            assertThat(client.said()).contains("the buffer is locked");
        }
    }
}
