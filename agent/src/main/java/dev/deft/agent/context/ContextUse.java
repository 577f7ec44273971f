package dev.deft.agent.context;

import java.util.List;

/// What the next request to the model would hold, in tokens.
///
/// @param model its name
/// @param window the context window of the model, prompt and answer together
/// @param compactsAt with so many tokens the older part of the conversation is summed up
/// @param reported what the provider counted up to the last answer; 0 if it has not counted yet
/// @param estimated what came since, estimated by its length
/// @param shares what the tokens are for, estimated by length; they add up to [#tokens]
public record ContextUse(
        String model,
        int window,
        int compactsAt,
        long reported,
        long estimated,
        List<Share> shares) {

    /// Copies the list.
    public ContextUse {
        shares = List.copyOf(shares);
    }

    /// What a part of a request is.
    public enum Kind {
        /// A section of the system prompt.
        SYSTEM,
        /// The definitions of the tools.
        TOOLS,
        /// The summary of what was said earlier.
        SUMMARY,
        /// Messages of the user.
        USER,
        /// Answers of the model, with their calls.
        ASSISTANT,
        /// Results of calls.
        RESULTS
    }

    /// A part of the request.
    ///
    /// @param kind what it is
    /// @param name of a section of the system prompt, such as `instructions`; else the kind in
    ///   words
    /// @param tokens estimated
    public record Share(Kind kind, String name, long tokens) {}

    /// {@return the tokens of the whole request}
    public long tokens() {
        return reported + estimated;
    }

    /// {@return how many tokens are left in the window}
    public long free() {
        return Math.max(0, window - tokens());
    }

    /// {@return how much of the window is used, from 0 to 100}
    public int percent() {
        return window <= 0 ? 100 : Math.clamp(tokens() * 100 / window, 0, 100);
    }
}
