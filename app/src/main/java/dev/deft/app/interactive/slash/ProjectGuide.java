package dev.deft.app.interactive.slash;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

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
        try (InputStream in = ProjectGuide.class.getResourceAsStream(PROMPT)) {
            if (in == null) {
                throw new IllegalStateException("the program lacks " + PROMPT);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
