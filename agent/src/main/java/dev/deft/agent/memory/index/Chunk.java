package dev.deft.agent.memory.index;

/// A chunk of a file that is embedded as one text.
///
/// @param startLine counted from 1
/// @param endLine the last line, included
/// @param from where the chunk begins in these lines, in characters; 0 unless a line is split
/// @param length of the chunk in characters
record Chunk(int startLine, int endLine, int from, int length) {

    Chunk {
        if (startLine < 1 || endLine < startLine || from < 0 || length < 0) {
            throw new IllegalArgumentException(
                    "no chunk: lines %d to %d".formatted(startLine, endLine));
        }
    }

    boolean overlaps(Chunk other) {
        return startLine <= other.endLine && other.startLine <= endLine;
    }
}
