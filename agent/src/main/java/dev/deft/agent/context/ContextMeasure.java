package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Measures a conversation by its length, and divides counted tokens accordingly.
final class ContextMeasure {

    private final Map<ContextUse.Kind, Long> chars = new EnumMap<>(ContextUse.Kind.class);
    private long sinceAnswer;

    /// @param summary what stands for earlier messages; may be empty
    ContextMeasure(String summary, List<ShownUnit> units) {
        chars.put(ContextUse.Kind.SUMMARY, (long) summary.length());
        for (ShownUnit unit : units) {
            for (Message message : unit.messages()) {
                add(message);
            }
        }
    }

    private void add(Message message) {
        switch (message) {
            case Message.User user -> add(ContextUse.Kind.USER, MessageSizes.of(user.parts()));
            case Message.Assistant answer -> {
                add(ContextUse.Kind.ASSISTANT, MessageSizes.of(answer.parts()));
                sinceAnswer = 0;
            }
            case Message.Results results -> {
                for (Message.CallResult it : results.results()) {
                    add(ContextUse.Kind.RESULTS, it.text().length() + MessageSizes.of(it.images()));
                }
            }
        }
    }

    private void add(ContextUse.Kind kind, int size) {
        chars.merge(kind, (long) size, Long::sum);
        sinceAnswer += size;
    }

    /// The characters of what came after the last answer.
    long sinceAnswer() {
        return sinceAnswer;
    }

    /// Divides tokens by length.
    ///
    /// @param overhead the system prompt and the tools; their tokens are their characters
    List<ContextUse.Share> shares(List<ContextUse.Share> overhead, long tokens) {
        List<ContextUse.Share> sizes = new ArrayList<>(overhead);
        chars.forEach((kind, size) -> sizes.add(new ContextUse.Share(kind, name(kind), size)));
        long all = Math.max(1, sizes.stream().mapToLong(ContextUse.Share::tokens).sum());
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

    private static String name(ContextUse.Kind kind) {
        return switch (kind) {
            case SYSTEM -> "system prompt";
            case TOOLS -> "tools";
            case SUMMARY -> "summary";
            case USER -> "user";
            case ASSISTANT -> "assistant";
            case RESULTS -> "tool results";
        };
    }
}
