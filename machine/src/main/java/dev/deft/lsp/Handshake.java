package dev.deft.lsp;

import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.ClientCapabilities;
import org.eclipse.lsp4j.ClientInfo;
import org.eclipse.lsp4j.DefinitionCapabilities;
import org.eclipse.lsp4j.DidChangeConfigurationCapabilities;
import org.eclipse.lsp4j.DidChangeWatchedFilesCapabilities;
import org.eclipse.lsp4j.DocumentSymbolCapabilities;
import org.eclipse.lsp4j.GeneralClientCapabilities;
import org.eclipse.lsp4j.HoverCapabilities;
import org.eclipse.lsp4j.InitializeParams;
import org.eclipse.lsp4j.MarkupKind;
import org.eclipse.lsp4j.PublishDiagnosticsCapabilities;
import org.eclipse.lsp4j.ReferencesCapabilities;
import org.eclipse.lsp4j.RenameCapabilities;
import org.eclipse.lsp4j.SymbolCapabilities;
import org.eclipse.lsp4j.SynchronizationCapabilities;
import org.eclipse.lsp4j.TextDocumentClientCapabilities;
import org.eclipse.lsp4j.WorkspaceClientCapabilities;
import org.eclipse.lsp4j.WorkspaceEditCapabilities;
import org.eclipse.lsp4j.WorkspaceFolder;

/// What we tell a server when it starts.
final class Handshake {

    /// Every server must support it, and it is how Java counts.
    static final String ENCODING = "utf-16";

    private Handshake() {}

    /// Without a process id: the server could not see that process in its sandbox.
    @SuppressWarnings("deprecation") // Servers of before workspace folders read the root URI.
    static InitializeParams params(ServerUris uris, Optional<Object> options) {
        var params = new InitializeParams();
        params.setClientInfo(new ClientInfo("deft"));
        params.setLocale("en");
        params.setRootUri(uris.ofRoot());
        params.setWorkspaceFolders(
                List.of(
                        new WorkspaceFolder(
                                uris.ofRoot(), String.valueOf(uris.root().getFileName()))));
        params.setCapabilities(capabilities());
        options.ifPresent(params::setInitializationOptions);
        return params;
    }

    private static ClientCapabilities capabilities() {
        var general = new GeneralClientCapabilities();
        general.setPositionEncodings(List.of(ENCODING));
        var all = new ClientCapabilities();
        all.setGeneral(general);
        all.setWorkspace(workspace());
        all.setTextDocument(textDocument());
        return all;
    }

    /// No resource operations: a rename edits files, and does nothing else.
    private static WorkspaceClientCapabilities workspace() {
        var edits = new WorkspaceEditCapabilities();
        edits.setDocumentChanges(true);
        edits.setResourceOperations(List.of());
        var workspace = new WorkspaceClientCapabilities();
        workspace.setApplyEdit(false);
        workspace.setWorkspaceEdit(edits);
        workspace.setConfiguration(true);
        workspace.setWorkspaceFolders(true);
        workspace.setSymbol(new SymbolCapabilities());
        workspace.setDidChangeConfiguration(new DidChangeConfigurationCapabilities(true));
        workspace.setDidChangeWatchedFiles(new DidChangeWatchedFilesCapabilities(true));
        return workspace;
    }

    private static TextDocumentClientCapabilities textDocument() {
        var symbols = new DocumentSymbolCapabilities();
        symbols.setHierarchicalDocumentSymbolSupport(true);
        var definition = new DefinitionCapabilities();
        definition.setLinkSupport(true);
        var diagnostics = new PublishDiagnosticsCapabilities();
        diagnostics.setVersionSupport(true);
        var text = new TextDocumentClientCapabilities();
        text.setSynchronization(new SynchronizationCapabilities(false, false, false));
        text.setHover(
                new HoverCapabilities(List.of(MarkupKind.MARKDOWN, MarkupKind.PLAINTEXT), false));
        text.setDefinition(definition);
        text.setReferences(new ReferencesCapabilities());
        text.setDocumentSymbol(symbols);
        text.setPublishDiagnostics(diagnostics);
        text.setRename(new RenameCapabilities());
        return text;
    }
}
