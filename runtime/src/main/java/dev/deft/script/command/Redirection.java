package dev.deft.script.command;

/// A redirection of input or output.
///
/// @param target a path; for [Kind#DUPLICATE] a descriptor, for [Kind#TEXT] the text itself
public record Redirection(Kind kind, Word target) {

    public enum Kind {
        READ,
        WRITE,
        APPEND,
        /// Overwrites the file despite `noclobber`.
        CLOBBER,
        /// Duplicates or closes a descriptor.
        DUPLICATE,
        /// A here-document or here-string.
        TEXT;

        public boolean reads() {
            return this == READ;
        }

        public boolean writes() {
            return this == WRITE || this == APPEND || this == CLOBBER;
        }
    }
}
