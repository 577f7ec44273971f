package dev.deft.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.lsp.WorkspaceServers.Use;
import dev.deft.os.CallLifetime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.DefinitionParams;
import org.eclipse.lsp4j.DocumentSymbolParams;
import org.eclipse.lsp4j.HoverParams;
import org.eclipse.lsp4j.ReferenceContext;
import org.eclipse.lsp4j.ReferenceParams;
import org.eclipse.lsp4j.RenameParams;
import org.eclipse.lsp4j.TextDocumentIdentifier;
import org.eclipse.lsp4j.WorkspaceSymbolParams;

/// The language servers as one call uses them.
///
/// @param lifetime of the call; starting a server is an effect
record CallServers(SessionServers servers, CallLifetime lifetime) implements LanguageServers {

    private static final Duration DIAGNOSTICS_PAUSE = Duration.ofMillis(400);
    private static final Duration UNCHANGED_WAIT = Duration.ofSeconds(3);

    /// A question to a server that has the file open.
    @FunctionalInterface
    private interface Question<T> {

        T ask(RunningServer server, TextDocumentIdentifier document)
                throws IOException, InterruptedException;
    }

    /// Asks a second time if the server was lost: it may have ended long before.
    private <T> T ask(Source file, Question<T> question) throws IOException, InterruptedException {
        try {
            return askOnce(file, question);
        } catch (LostServerException _) {
            return askAgain(file, question);
        }
    }

    private <T> T askAgain(Source file, Question<T> question)
            throws IOException, InterruptedException {
        try {
            return askOnce(file, question);
        } catch (LostServerException e) {
            throw new HostException(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private <T> T askOnce(Source file, Question<T> question)
            throws IOException, InterruptedException {
        lifetime.checkEffect();
        String path = file.path().display();
        try (Use use = servers.use(path)) {
            RunningServer server = use.server();
            refresh(server, path);
            return question.ask(server, new TextDocumentIdentifier(server.uris().of(path)));
        }
    }

    /// Sends the server the files that somebody has changed.
    private void refresh(RunningServer server, String except) throws IOException {
        server.documents().refresh(except, servers.reader());
    }

    private <T> T askOpened(Source file, Question<T> question)
            throws IOException, InterruptedException {
        return ask(
                file,
                (server, document) -> {
                    server.documents().show(file, false);
                    return question.ask(server, document);
                });
    }

    @Override
    public List<Place> definitions(Source file, Position at)
            throws IOException, InterruptedException {
        return askOpened(
                file,
                (server, document) ->
                        new Answers(server.uris())
                                .places(
                                        server.request(
                                                "textDocument/definition",
                                                new DefinitionParams(document, of(at)))));
    }

    private static org.eclipse.lsp4j.Position of(Position at) {
        return new org.eclipse.lsp4j.Position(at.line(), at.column());
    }

    @Override
    public List<Place> references(Source file, Position at)
            throws IOException, InterruptedException {
        return askOpened(
                file,
                (server, document) ->
                        new Answers(server.uris())
                                .places(
                                        server.request(
                                                "textDocument/references",
                                                new ReferenceParams(
                                                        document,
                                                        of(at),
                                                        new ReferenceContext(true)))));
    }

    @Override
    public Optional<String> hover(Source file, Position at)
            throws IOException, InterruptedException {
        return askOpened(
                file,
                (server, document) ->
                        Answers.hover(
                                server.request(
                                        "textDocument/hover", new HoverParams(document, of(at)))));
    }

    @Override
    public List<Symbol> symbols(Source file) throws IOException, InterruptedException {
        return askOpened(
                file,
                (server, document) ->
                        new Answers(server.uris())
                                .symbols(
                                        server.request(
                                                "textDocument/documentSymbol",
                                                new DocumentSymbolParams(document)),
                                        document.getUri()));
    }

    @Override
    public List<Symbol> search(String query, Optional<Source> near)
            throws IOException, InterruptedException {
        if (near.isPresent()) {
            return askOpened(near.get(), (server, _) -> search(server, query));
        }
        lifetime.checkEffect();
        List<Use> running = servers.useRunning();
        if (running.isEmpty()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "No language server runs yet. Give the path of a file in the language you mean,"
                            + " so that its server is started.");
        }
        List<Symbol> found = new ArrayList<>();
        try {
            for (Use it : running) {
                refresh(it.server(), "");
                found.addAll(search(it.server(), query));
            }
        } finally {
            running.forEach(Use::close);
        }
        return found;
    }

    private static List<Symbol> search(RunningServer server, String query)
            throws IOException, InterruptedException {
        return new Answers(server.uris())
                .found(server.request("workspace/symbol", new WorkspaceSymbolParams(query)));
    }

    /// The server gets the text again, even if it has it: other files may have changed since it
    /// checked this one. A server that finds the same as before may publish nothing, so what it has
    /// published counts after a while.
    @Override
    public List<Problem> diagnostics(Source file) throws IOException, InterruptedException {
        return ask(
                file,
                (server, document) -> {
                    String uri = document.getUri();
                    boolean open = server.documents().isOpen(file.path().display());
                    Optional<List<Problem>> known =
                            open ? server.diagnostics().of(uri) : Optional.empty();
                    long before = server.diagnostics().last();
                    int version = server.documents().show(file, true);
                    return server.diagnostics()
                            .await(
                                    uri,
                                    before,
                                    version,
                                    known.isPresent()
                                            ? UNCHANGED_WAIT
                                            : server.timeouts().diagnostics(),
                                    DIAGNOSTICS_PAUSE)
                            .or(() -> known)
                            .orElseThrow(() -> silent(server));
                });
    }

    private static HostException silent(RunningServer server) {
        return new HostException(
                ErrorCode.TIMEOUT,
                "The language server %s has reported nothing about this file within %d s; it may still be loading the project. Try again later."
                        .formatted(server.name(), server.timeouts().diagnostics().toSeconds()));
    }

    @Override
    public List<FileEdit> rename(Source file, Position at, String newName)
            throws IOException, InterruptedException {
        return askOpened(
                file,
                (server, document) ->
                        new Answers(server.uris())
                                .edits(
                                        server.request(
                                                "textDocument/rename",
                                                new RenameParams(document, of(at), newName))));
    }

    @Override
    public List<Server> status() throws IOException {
        lifetime.check();
        return servers.status();
    }
}
