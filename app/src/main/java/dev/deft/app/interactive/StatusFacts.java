package dev.deft.app.interactive;

import dev.deft.engine.prompt.GitFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the status line shows. Facts that take a moment are looked up on another thread.
final class StatusFacts {

    private static final String BRANCH = "branch ";

    private final Path root;
    private final UiLoop loop;
    private Optional<String> branch = Optional.empty();
    private Optional<String> sandbox = Optional.empty();

    StatusFacts(Path root, UiLoop loop) {
        this.root = root;
        this.loop = loop;
    }

    /// Before the session is open.
    StatusLine opening() {
        return new StatusLine(
                "opening the session",
                "",
                0,
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty());
    }

    StatusLine line(ChatSession session, Turns turns) {
        long window = session.session().agent().loop().context().tokens();
        int percent = (int) Math.min(100, turns.contextTokens() * 100 / Math.max(1, window));
        return new StatusLine(
                session.agentName(),
                session.modelName(),
                percent,
                turns.totals().cost(),
                branch,
                sandbox);
    }

    /// Looks the branch and the sandbox up again.
    void refresh(ChatSession session) {
        Thread.ofVirtual()
                .name("status facts")
                .start(() -> {
                    Optional<String> where = GitFacts.around(root).map(GitFacts::where);
                    Optional<String> tier = tier(session);
                    loop.post(() -> {
                        branch =
                                where.map(it ->
                                        it.startsWith(BRANCH) ? it.substring(BRANCH.length()) : it);
                        sandbox = tier;
                    });
                });
    }

    private static Optional<String> tier(ChatSession session) {
        try {
            return Optional.of(session.session().sandbox());
        } catch (IOException _) {
            return Optional.of("none");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
