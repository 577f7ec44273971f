package dev.deft.server.live;

import dev.deft.tool.Doc;
import java.util.Optional;

/// A session as clients see it.
public record SessionView(
        @Doc("The id of its workspace") String workspace,
        @Doc("Its id, unique in the workspace") String id,
        @Doc("Its title; the first message if it has none") String title,
        @Doc(
                        "`idle`, `running`, `waiting` for an approval or an answer, or `interrupted` if its server died in a run")
                String state,
        @Doc("The name of its agent") Optional<String> agent,
        @Doc("The name of its model") Optional<String> model,
        @Doc("When it began") Optional<String> created,
        @Doc("When it was last written to") String modified,
        @Doc("How many messages it was sent") int turns,
        UsageView usage,
        Optional<WindowView> context,
        @Doc("The session that started it, for one of a sub-agent") Optional<String> parent,
        @Doc("The server that has it open") Optional<String> server,
        @Doc("How many messages wait for the current run to end") int queued,
        @Doc("How many approvals and questions are open") int requestsOpen,
        @Doc("Whether it is open in the server that answers") boolean here,
        @Doc("The address of the session") String url) {

    /// What was used.
    public record UsageView(
            long inputTokens,
            long outputTokens,
            long cacheRead,
            long cacheWrite,
            @Doc("Estimated; absent if a price is not known") Optional<Double> costUsd) {}

    /// How full the context window is.
    public record WindowView(long tokens, int window) {}
}
