package dev.deft.host;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What language servers know about the code of the workspace.
///
/// A server is started on first use, confined to reading, and shared by the sessions of the
/// workspace. Lines and columns are counted from 0, columns in UTF-16 units, as in a Java string.
///
/// Methods throw a [HostException] with [ErrorCode#UNAVAILABLE] if no server serves the file or it
/// cannot be started, and with [ErrorCode#TIMEOUT] if it does not answer.
public interface LanguageServers {

    /// {@return where the symbol at a position is defined}
    ///
    /// @param file with the symbol
    /// @param at a position in the symbol
    /// @throws IOException if the server fails
    /// @throws InterruptedException if the call was cancelled
    List<Place> definitions(Source file, Position at) throws IOException, InterruptedException;

    /// {@return where the symbol at a position is used, its declaration included}
    ///
    /// @param file with the symbol
    /// @param at a position in the symbol
    /// @throws IOException if the server fails
    /// @throws InterruptedException if the call was cancelled
    List<Place> references(Source file, Position at) throws IOException, InterruptedException;

    /// {@return the type and documentation of the symbol at a position, as Markdown or plain text}
    ///
    /// @param file with the symbol
    /// @param at a position in the symbol
    /// @throws IOException if the server fails
    /// @throws InterruptedException if the call was cancelled
    Optional<String> hover(Source file, Position at) throws IOException, InterruptedException;

    /// {@return the symbols of a file, in its order}
    ///
    /// @param file to list
    /// @throws IOException if the server fails
    /// @throws InterruptedException if the call was cancelled
    List<Symbol> symbols(Source file) throws IOException, InterruptedException;

    /// {@return the symbols of the workspace that match a query}
    ///
    /// @param query part of a name
    /// @param near a file whose server is asked; empty to ask every server that runs
    /// @throws IOException if a server fails
    /// @throws InterruptedException if the call was cancelled
    List<Symbol> search(String query, Optional<Source> near)
            throws IOException, InterruptedException;

    /// {@return the errors and warnings of a file}
    ///
    /// @param file to check
    /// @throws IOException if the server fails
    /// @throws InterruptedException if the call was cancelled
    List<Problem> diagnostics(Source file) throws IOException, InterruptedException;

    /// Computes a rename; changes nothing.
    ///
    /// @param file with the symbol
    /// @param at a position in the symbol
    /// @param newName of the symbol
    /// @return the edits of all files
    /// @throws HostException with [ErrorCode#REFUSED] if the server refuses to rename it, or wants
    ///   more than edits of files
    /// @throws IOException if the server fails
    /// @throws InterruptedException if the call was cancelled
    List<FileEdit> rename(Source file, Position at, String newName)
            throws IOException, InterruptedException;

    /// {@return the servers of this workspace, running or not; starts none}
    ///
    /// @throws IOException if the settings cannot be read
    List<Server> status() throws IOException;

    /// A file as it is now.
    ///
    /// @param path of the file
    /// @param text of the file
    /// @param modified when it was modified, read before the text
    record Source(WorkspacePath path, String text, Instant modified) {}

    /// A position in a text.
    ///
    /// @param line counted from 0
    /// @param column in UTF-16 units, counted from 0
    record Position(int line, int column) {}

    /// A range in a file, as the server gave it: it may be past the end of the file.
    ///
    /// @param path relative to the root; absolute, or a URI, if it is outside
    /// @param outside whether it is outside the workspace
    /// @param start of the range
    /// @param end of the range
    record Place(String path, boolean outside, Position start, Position end) {}

    /// A symbol.
    ///
    /// @param name of the symbol
    /// @param kind such as `class` or `method`
    /// @param container the symbol it is in; may be empty
    /// @param depth how deep it is nested in its file
    /// @param place where it is
    record Symbol(String name, String kind, String container, int depth, Place place) {}

    /// An error or a warning.
    ///
    /// @param severity `error`, `warning`, `info` or `hint`
    /// @param message of the server
    /// @param source what found it, such as `typescript`; may be empty
    /// @param code of the message; may be empty
    /// @param start where it begins
    record Problem(String severity, String message, String source, String code, Position start) {

        /// {@return whether the code is wrong}
        public boolean isError() {
            return severity.equals("error");
        }
    }

    /// The edits of one file.
    ///
    /// @param path relative to the root; absolute, or a URI, if it is outside
    /// @param outside whether it is outside the workspace
    /// @param edits which do not depend on each other
    record FileEdit(String path, boolean outside, List<TextEdit> edits) {

        /// Copies the edits.
        public FileEdit {
            edits = List.copyOf(edits);
        }
    }

    /// Replaces the text of a range.
    ///
    /// @param start of the range
    /// @param end of the range
    /// @param text that replaces it
    record TextEdit(Position start, Position end, String text) {}

    /// A server that serves files of this workspace.
    ///
    /// @param name of the server
    /// @param state such as `running` or `not installed`
    /// @param extensions of the files it serves, without a dot
    record Server(String name, String state, List<String> extensions) {

        /// Copies the extensions.
        public Server {
            extensions = List.copyOf(extensions);
        }
    }
}
