package dev.deft.agent.memory;

import java.util.List;

/// The result of a search.
///
/// @param matches best first
/// @param method how they were ranked
/// @param progress how much of the memory was searched
public record FoundMemory(List<Match> matches, Method method, Progress progress) {

    public FoundMemory {
        matches = List.copyOf(matches);
    }

    /// A chunk of a file.
    ///
    /// @param startLine counted from 1
    /// @param endLine the last line, included
    /// @param score between 0 and 1
    /// @param snippet these lines; of a very long line only the part that was found
    public record Match(String path, int startLine, int endLine, double score, String snippet) {}

    /// How matches are ranked.
    public enum Method {
        /// By meaning and by words.
        HYBRID,
        /// By words only: there are no embeddings.
        KEYWORD
    }

    /// The state of the index.
    ///
    /// @param pending how many files are not embedded yet; only their words were searched
    /// @param files how many there are
    /// @param skipped files that are too large or no text
    public record Progress(int pending, int files, List<String> skipped) {

        public Progress {
            skipped = List.copyOf(skipped);
        }

        /// For a search that needs no embeddings.
        public Progress withoutPending() {
            return new Progress(0, files, skipped);
        }
    }
}
