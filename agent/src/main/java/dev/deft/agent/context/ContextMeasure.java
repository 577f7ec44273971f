package dev.deft.agent.context;

import java.util.ArrayList;
import java.util.List;

/// The length of a conversation in characters, by which counted tokens are divided.
///
/// @param summary what stands for earlier messages
/// @param user messages of the user
/// @param answers of the model, with their calls
/// @param results of calls
record ContextMeasure(long summary, long user, long answers, long results) {

    /// Divides tokens by length.
    ///
    /// @param overhead the system prompt and the tools; their tokens are their characters
    List<ContextUse.Share> shares(List<ContextUse.Share> overhead, long tokens) {
        List<ContextUse.Share> sizes = new ArrayList<>(overhead);
        sizes.add(new ContextUse.Share(ContextUse.Kind.SUMMARY, "summary", summary));
        sizes.add(new ContextUse.Share(ContextUse.Kind.USER, "user", user));
        sizes.add(new ContextUse.Share(ContextUse.Kind.ASSISTANT, "assistant", answers));
        sizes.add(new ContextUse.Share(ContextUse.Kind.RESULTS, "tool results", results));
        long sum = 0;
        for (ContextUse.Share it : sizes) {
            sum += it.tokens();
        }
        long all = Math.max(1, sum);
        List<ContextUse.Share> shares = new ArrayList<>();
        long charsSoFar = 0;
        long tokensSoFar = 0;
        for (ContextUse.Share it : sizes) {
            charsSoFar += it.tokens();
            long end = tokens * charsSoFar / all;
            if (it.tokens() > 0) {
                shares.add(new ContextUse.Share(it.kind(), it.name(), end - tokensSoFar));
                tokensSoFar = end;
            }
        }
        return shares;
    }
}
