package dev.deft.acp;

import dev.deft.engine.files.EditorFiles;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.json.Json;
import dev.deft.process.EditorTerminals;
import dev.deft.rpc.RpcException;
import dev.deft.rpc.RpcPeer;
import dev.deft.rpc.RpcTimeoutException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The files that are open in the editor of the client, and what calls change in them.
final class ClientFiles implements EditorFiles {

    /// How long the editor may take for one file.
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    /// Changes of calls that nobody asked for, such as those of sub-agents.
    private static final int MOST_CALLS = 64;

    private static final int MOST_CHARACTERS = 1 << 20;

    private final RpcPeer client;
    private final ClientCapabilities offered;
    private final String sessionId;
    private final Duration timeout;
    private final Map<String, List<TextChange>> planned = bounded();
    private final Map<String, List<TextChange>> changed = bounded();
    private volatile boolean silent;

    ClientFiles(RpcPeer client, ClientCapabilities offered, String sessionId, Duration timeout) {
        this.client = client;
        this.offered = offered;
        this.sessionId = sessionId;
        this.timeout = timeout;
    }

    private static Map<String, List<TextChange>> bounded() {
        return new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, List<TextChange>> eldest) {
                return size() > MOST_CALLS;
            }
        };
    }

    /// An editor that says no has nothing to say about the file; one that says nothing may have
    /// changes that are not saved.
    @Override
    public Optional<String> read(Path file) throws IOException, InterruptedException {
        if (!offered.reads() || silent) {
            return Optional.empty();
        }
        try {
            Json answer = client.request("fs/read_text_file", path(file), timeout);
            return answer instanceof Json.Obj object ? object.text("content") : Optional.empty();
        } catch (RpcException _) {
            return Optional.empty();
        } catch (RpcTimeoutException e) {
            silent = true;
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "The editor did not say within %d s what it has of %s. Its files are read from the disk from now on, without changes that are not saved; make the call again if that will do."
                            .formatted(
                                    Math.max(1, timeout.toSeconds()),
                                    String.valueOf(file.getFileName())));
        }
    }

    @Override
    public void write(Path file, String content) throws IOException, InterruptedException {
        if (!offered.writes() || silent) {
            return;
        }
        try {
            client.request("fs/write_text_file", path(file).with("content", content), timeout);
        } catch (RpcException e) {
            throw new IOException(e.getMessage(), e);
        } catch (RpcTimeoutException e) {
            silent = true;
            throw e;
        }
    }

    @Override
    public Optional<EditorTerminals> terminals() {
        return offered.terminals()
                ? Optional.of(new ClientTerminals(client, sessionId))
                : Optional.empty();
    }

    private Json.Obj path(Path file) {
        return Json.Obj.EMPTY.with("sessionId", sessionId).with("path", file.toString());
    }

    @Override
    public void planned(String callId, List<TextChange> changes) {
        add(planned, callId, changes);
    }

    @Override
    public void changed(String callId, List<TextChange> changes) {
        add(changed, callId, changes);
    }

    private static void add(
            Map<String, List<TextChange>> all, String callId, List<TextChange> changes) {
        List<TextChange> shown = changes.stream().filter(ClientFiles::isShown).toList();
        synchronized (all) {
            all.merge(callId, shown, ClientFiles::joined);
        }
    }

    private static List<TextChange> joined(List<TextChange> first, List<TextChange> second) {
        var all = new ArrayList<>(first);
        all.addAll(second);
        return List.copyOf(all);
    }

    private static boolean isShown(TextChange change) {
        return change.before().map(String::length).orElse(0) <= MOST_CHARACTERS
                && change.after().map(String::length).orElse(0) <= MOST_CHARACTERS;
    }

    /// What a call would change that is not approved yet, once.
    List<TextChange> takePlanned(String callId) {
        return take(planned, callId);
    }

    /// What a call has changed, once.
    List<TextChange> takeChanged(String callId) {
        return take(changed, callId);
    }

    private static List<TextChange> take(Map<String, List<TextChange>> all, String callId) {
        synchronized (all) {
            List<TextChange> taken = all.remove(callId);
            return taken == null ? List.of() : taken;
        }
    }
}
