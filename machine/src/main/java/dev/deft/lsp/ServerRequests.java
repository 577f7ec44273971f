package dev.deft.lsp;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.eclipse.lsp4j.ApplyWorkspaceEditResponse;
import org.eclipse.lsp4j.ConfigurationParams;
import org.eclipse.lsp4j.MessageParams;
import org.eclipse.lsp4j.MessageType;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.ShowDocumentResult;
import org.eclipse.lsp4j.WorkspaceFolder;
import org.jspecify.annotations.Nullable;

/// Answers what a server asks of us. It gets facts, never an effect: edits and windows are refused.
final class ServerRequests {

    private static final int MOST_SETTINGS = 1_000;

    private final WorkspaceFolder folder;
    private final PublishedDiagnostics diagnostics;
    private volatile Optional<String> lastError = Optional.empty();

    ServerRequests(WorkspaceFolder folder, PublishedDiagnostics diagnostics) {
        this.folder = folder;
        this.diagnostics = diagnostics;
    }

    /// An answer, which may be `null` in the protocol.
    record Result(@Nullable Object value) {

        static final Result NULL = new Result(null);
    }

    /// The answer to a request; empty if it is not supported.
    Optional<Result> answer(String method, @Nullable Object params) {
        return switch (method) {
            case "workspace/configuration" -> Optional.of(new Result(settings(params)));
            case "workspace/workspaceFolders" -> Optional.of(new Result(List.of(folder)));
            case "workspace/applyEdit" -> Optional.of(new Result(refusedEdit()));
            case "window/showDocument" -> Optional.of(new Result(new ShowDocumentResult(false)));
            case "client/registerCapability",
                    "client/unregisterCapability",
                    "window/workDoneProgress/create",
                    "window/showMessageRequest",
                    "workspace/codeLens/refresh",
                    "workspace/diagnostic/refresh",
                    "workspace/inlayHint/refresh",
                    "workspace/inlineValue/refresh",
                    "workspace/foldingRange/refresh",
                    "workspace/semanticTokens/refresh" ->
                    Optional.of(Result.NULL);
            default -> Optional.empty();
        };
    }

    /// No setting has a value: servers then use their defaults.
    private static List<@Nullable Object> settings(@Nullable Object params) {
        int asked =
                params instanceof ConfigurationParams it && it.getItems() != null
                        ? it.getItems().size()
                        : 0;
        return Collections.nCopies(Math.min(asked, MOST_SETTINGS), null);
    }

    private static ApplyWorkspaceEditResponse refusedEdit() {
        var response = new ApplyWorkspaceEditResponse(false);
        response.setFailureReason("Deft changes files only where a tool is asked to.");
        return response;
    }

    /// Takes a notification.
    void notice(String method, @Nullable Object params) {
        switch (method) {
            case "textDocument/publishDiagnostics" -> {
                if (params instanceof PublishDiagnosticsParams it) {
                    diagnostics.publish(it);
                }
            }
            case "window/showMessage", "window/logMessage" -> {
                if (params instanceof MessageParams it
                        && it.getType() == MessageType.Error
                        && it.getMessage() != null) {
                    lastError = Optional.of(ServerText.line(it.getMessage()));
                }
            }
            default -> {
                // Progress, telemetry and what is only for some editors.
            }
        }
    }

    /// The last error that the server reported.
    Optional<String> lastError() {
        return lastError;
    }
}
