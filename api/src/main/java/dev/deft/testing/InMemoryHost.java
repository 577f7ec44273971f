package dev.deft.testing;

import dev.deft.host.Bytes;
import dev.deft.host.CallInfo;
import dev.deft.host.Host;
import dev.deft.host.HostSession;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A whole world in memory: files in a map, a scripted person, commands and addresses you answer
/// yourself. Unlike a real host it never ends, so one host serves many calls of a test. Set it up
/// on one thread, before the calls.
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

    /// {@return a host without files, that runs no commands and has no network}
    public static InMemoryHost empty() {
        return new InMemoryHost();
    }

    /// Puts a text file into the workspace.
    ///
    /// @param path relative to the root
    /// @param content its text
    /// @return this host
    public InMemoryHost with(String path, String content) {
        return with(path, Bytes.of(content));
    }

    /// Puts a file into the workspace, or changes it without the session noticing.
    ///
    /// @param path relative to the root
    /// @param content its bytes
    /// @return this host
    public InMemoryHost with(String path, Bytes content) {
        files.put(path, content);
        return this;
    }

    /// Makes a directory unreadable.
    ///
    /// @param directory relative to the root
    /// @return this host
    public InMemoryHost withUnreadable(String directory) {
        files.lock(directory);
        return this;
    }

    /// Answers the next question the tool asks.
    ///
    /// @param answers one list for each of its questions
    /// @return this host
    public InMemoryHost answering(List<List<String>> answers) {
        session.answer(answers);
        return this;
    }

    /// Runs commands with a shell of the test.
    ///
    /// @param shell answers them
    /// @return this host
    public InMemoryHost running(Shell shell) {
        this.shell = shell;
        return this;
    }

    /// Gives the host a network of the test.
    ///
    /// @param network answers the requests
    /// @return this host
    public InMemoryHost reaching(Network network) {
        this.network = network;
        return this;
    }

    /// Sets the limits that the tool sees.
    ///
    /// @param limits instead of the default ones
    /// @return this host
    public InMemoryHost within(Limits limits) {
        this.limits = limits;
        return this;
    }

    /// Sets which call this is, and who makes it.
    ///
    /// @param call what the tool is told
    /// @return this host
    public InMemoryHost calledBy(CallInfo call) {
        this.call = call;
        return this;
    }

    /// {@return what the tool wrote to its sidecar so far}
    public String sidecarText() {
        return sidecar.toString(StandardCharsets.UTF_8);
    }

    /// {@return what the tool reported as progress so far}
    public List<String> reported() {
        return updates.stream().flatMap(it -> it.text().stream()).toList();
    }

    /// {@return what the tool reported so far, with titles and fields}
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
    public HostSession session() {
        return session;
    }

    @Override
    public Progress progress() {
        return new Progress() {
            @Override
            public void report(String text) {
                update(Update.ofText(text));
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
