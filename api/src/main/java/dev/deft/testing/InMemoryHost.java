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
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A host in memory for tests of tools: files in a map, scripted answers of the user, and a shell
/// and network of the test. It stays valid after a call, so a test can use it for many calls.
/// Configure it on one thread, before the calls.
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
    private final Map<Class<?>, Object> handles = new HashMap<>();
    private Limits limits = Limits.DEFAULT;
    private CallInfo call = new CallInfo("call", "test");

    private InMemoryHost() {}

    /// {@return a host without files, commands and network}
    public static InMemoryHost empty() {
        return new InMemoryHost();
    }

    /// Adds a text file to the workspace.
    ///
    /// @param path relative to the root
    /// @param content its text
    /// @return this host
    public InMemoryHost with(String path, String content) {
        return with(path, Bytes.of(content));
    }

    /// Adds or replaces a file, as if another program had written it.
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

    /// Adds the answers to the next questions of the tool.
    ///
    /// @param answers a list for each question
    /// @return this host
    public InMemoryHost answering(List<List<String>> answers) {
        session.answer(answers);
        return this;
    }

    /// Sets the shell.
    ///
    /// @param shell runs the commands
    /// @return this host
    public InMemoryHost running(Shell shell) {
        this.shell = shell;
        return this;
    }

    /// Sets the network.
    ///
    /// @param network answers the requests
    /// @return this host
    public InMemoryHost reaching(Network network) {
        this.network = network;
        return this;
    }

    /// Sets what [#handle] returns for a type.
    ///
    /// @param <T> its type
    /// @param type the interface that the tool works with
    /// @param handle its implementation
    /// @return this host
    public <T> InMemoryHost providing(Class<T> type, T handle) {
        handles.put(type, handle);
        return this;
    }

    /// Sets the limits.
    ///
    /// @param limits of the calls
    /// @return this host
    public InMemoryHost within(Limits limits) {
        this.limits = limits;
        return this;
    }

    /// Sets the call and its caller.
    ///
    /// @param call that the tool sees
    /// @return this host
    public InMemoryHost calledBy(CallInfo call) {
        this.call = call;
        return this;
    }

    /// {@return the content of the sidecar}
    public String sidecarText() {
        return sidecar.toString(StandardCharsets.UTF_8);
    }

    /// {@return the text reported as progress}
    public List<String> reported() {
        return updates.stream().flatMap(it -> it.text().stream()).toList();
    }

    /// {@return all progress updates}
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

    @Override
    public <T> T handle(Class<T> type) throws IOException {
        Object handle = handles.get(type);
        return handle == null ? Host.super.handle(type) : type.cast(handle);
    }
}
