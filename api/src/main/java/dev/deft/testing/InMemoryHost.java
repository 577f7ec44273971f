package dev.deft.testing;

import dev.deft.host.Bytes;
import dev.deft.host.CallInfo;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.Session;
import dev.deft.host.Shell;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A whole world in memory: files in a map, a scripted person, commands and addresses you answer
/// yourself.
///
/// ```java
/// var host = InMemoryHost.empty().with("notes.txt", "hello");
/// ```
public final class InMemoryHost implements Host {

    private final InMemoryFiles files = new InMemoryFiles();
    private final InMemorySession session = new InMemorySession();
    private final List<Progress.Update> updates = new ArrayList<>();
    private final ByteArrayOutputStream sidecar = new ByteArrayOutputStream();
    private Shell shell = Shell.none();
    private Network network = Network.NONE;
    private Limits limits = Limits.DEFAULT;
    private CallInfo call = new CallInfo("call", "test");

    private InMemoryHost() {}

    public static InMemoryHost empty() {
        return new InMemoryHost();
    }

    /// Puts a text file into the workspace.
    public InMemoryHost with(String path, String content) {
        return with(path, Bytes.of(content));
    }

    /// Puts a file into the workspace, or changes it behind the back of the session.
    public InMemoryHost with(String path, Bytes content) {
        files.put(path, content);
        return this;
    }

    /// Makes a directory one that nobody can look into.
    public InMemoryHost withUnreadable(String directory) {
        files.lock(directory);
        return this;
    }

    /// Answers the next question the tool asks, one list for each of its questions.
    public InMemoryHost answering(List<List<String>> answers) {
        session.answer(answers);
        return this;
    }

    public InMemoryHost running(Shell shell) {
        this.shell = shell;
        return this;
    }

    public InMemoryHost reaching(Network network) {
        this.network = network;
        return this;
    }

    public InMemoryHost within(Limits limits) {
        this.limits = limits;
        return this;
    }

    /// Says which call this is, and who makes it.
    public InMemoryHost calledBy(CallInfo call) {
        this.call = call;
        return this;
    }

    /// What the tool wrote to its sidecar so far.
    public String spilled() {
        return sidecar.toString(StandardCharsets.UTF_8);
    }

    /// What the tool said about its progress so far.
    public List<String> said() {
        return updates.stream().flatMap(it -> it.text().stream()).toList();
    }

    /// All that the tool told about its progress so far.
    public List<Progress.Update> updates() {
        return List.copyOf(updates);
    }

    @Override
    public InMemoryFiles files() {
        return files;
    }

    @Override
    public Shell shell() {
        return shell;
    }

    @Override
    public Network net() {
        return network;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public Progress progress() {
        return new Progress() {
            @Override
            public void say(String text) {
                update(Update.said(text));
            }

            @Override
            public void update(Update update) {
                updates.add(update);
            }
        };
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public CallInfo call() {
        return call;
    }

    @Override
    public OutputStream sidecar() {
        return sidecar;
    }
}
