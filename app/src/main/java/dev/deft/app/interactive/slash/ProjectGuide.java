package dev.deft.app.interactive.slash;

import dev.deft.resource.Resources;
import java.io.IOException;

/// `/init`: lets the agent write what agents should know about the project.
final class ProjectGuide {

    private static final String PROMPT = "init.md";

    private ProjectGuide() {}

    static void run(String wishes, SlashContext conversation) {
        conversation.work(
                "Starting",
                ProjectGuide::prompt,
                prompt ->
                        conversation.send(
                                wishes.isEmpty() ? prompt : prompt + "\n\nAlso: " + wishes));
    }

    private static String prompt() throws IOException {
        return Resources.text(ProjectGuide.class, PROMPT).strip();
    }
}
