package dev.deft.script.command;

/// Where a command's input comes from or its output goes.
///
/// @param target a path; for [Kind#DUPLICATE] a descriptor, for [Kind#TEXT] the text itself
public record Redirection(Kind kind, Word target) {

    /// What is done with the target.
    public enum Kind {
        READ,
        WRITE,
        APPEND,
        /// Written even where `noclobber` forbids it.
        CLOBBER,
        READ_WRITE,
        /// Another name for a descriptor that is already open, or its end.
        DUPLICATE,
        /// A here-document or here-string.
        TEXT;

        public boolean reads() {
            return this == READ || this == READ_WRITE;
        }

        public boolean writes() {
            return this == WRITE || this == APPEND || this == CLOBBER || this == READ_WRITE;
        }
    }
}
