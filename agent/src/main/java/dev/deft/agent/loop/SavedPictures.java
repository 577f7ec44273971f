package dev.deft.agent.loop;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import java.util.function.Consumer;

/// Saves the pictures of answers for the user; the log has them too.
record SavedPictures(RunFiles files, Consumer<RunEvent> events) {

    /// @param entry the number of the answer in the log
    void save(RunState run, Message.Assistant answer, long entry) {
        int number = 0;
        for (Part.Media picture : answer.pictures()) {
            number++;
            files.save(name(entry, number, picture.mimeType()), picture)
                    .map(it ->
                            new RunOutcome.Attachment(
                                    it, picture.mimeType(), picture.content().size()))
                    .ifPresent(it -> {
                        run.addAttachment(it);
                        events.accept(new RunEvent.Attached(it));
                    });
        }
    }

    /// Such as `answer-12-1.png`.
    private static String name(long entry, int number, String mimeType) {
        String type = mimeType.substring(mimeType.indexOf('/') + 1).replaceAll("[^a-z0-9]", "");
        return "answer-%d-%d.%s".formatted(entry, number, type);
    }
}
