package dev.deft.agent.context;

/// How a compaction that the user asked for ended.
public sealed interface CompactionOutcome {

    /// A summary replaces the older part of the conversation from now on.
    ///
    /// @param summary what the model is told instead
    /// @param before the tokens of the next request without the summary, estimated
    /// @param after the tokens of the next request, estimated
    record Compacted(String summary, long before, long after) implements CompactionOutcome {}

    /// There is nothing to sum up.
    ///
    /// @param why a sentence
    record NothingToDo(String why) implements CompactionOutcome {}

    /// There is no summary; the conversation is as it was.
    ///
    /// @param why a sentence
    record Failed(String why) implements CompactionOutcome {}
}
