package dev.deft.tools.lsp;

import java.util.List;

/// What programs read of the results of `lsp`.
final class LspResults {

    private LspResults() {}

    /// Definitions or references.
    ///
    /// @param count of all locations, shown or not
    record Locations(String action, int count, List<Location> locations) {

        Locations {
            locations = List.copyOf(locations);
        }
    }

    /// A place in a file.
    ///
    /// @param path relative to the root; absolute if it is outside
    /// @param line counted from 1
    /// @param column in characters, counted from 1
    /// @param text of the line; empty if the file is outside or cannot be shown
    record Location(String path, int line, int column, String text) {

        String display() {
            String place = "%s:%d:%d".formatted(path, line, column);
            return text.isEmpty() ? place : place + "  " + text;
        }
    }

    /// What the server says of a symbol.
    record Hover(String action, String path, int line, int column, String content) {}

    /// The symbols of a file or of the workspace.
    record Symbols(String action, int count, List<Symbol> symbols) {

        Symbols {
            symbols = List.copyOf(symbols);
        }
    }

    /// A symbol.
    ///
    /// @param container the symbol it is in; may be empty
    record Symbol(String name, String kind, String container, String path, int line, int column) {}

    /// The errors and warnings of a file.
    record Diagnostics(String action, String path, int count, List<Diagnostic> diagnostics) {

        Diagnostics {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /// An error or a warning.
    record Diagnostic(
            String path,
            int line,
            int column,
            String severity,
            String message,
            String source,
            String code) {

        String display() {
            String origin = (source + " " + code).strip();
            return "%s:%d:%d  %s: %s%s"
                    .formatted(
                            path,
                            line,
                            column,
                            severity,
                            message,
                            origin.isEmpty() ? "" : " (" + origin + ")");
        }
    }

    /// A rename.
    ///
    /// @param replacements in all files
    record Renamed(String action, String newName, int replacements, List<Changed> files) {

        Renamed {
            files = List.copyOf(files);
        }
    }

    /// A changed file.
    record Changed(String path, String change, String diff) {}

    /// The servers of the workspace.
    record Status(String action, List<Server> servers) {

        Status {
            servers = List.copyOf(servers);
        }
    }

    /// A server.
    ///
    /// @param state `running`, `installed` or `not installed`
    record Server(String name, String state, List<String> extensions) {

        Server {
            extensions = List.copyOf(extensions);
        }
    }
}
