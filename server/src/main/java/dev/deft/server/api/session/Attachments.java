package dev.deft.server.api.session;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.engine.attachment.PromptPicture;
import dev.deft.host.Bytes;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tools.files.media.FileKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/// Messages with files: pictures go to the model as they are, texts as text with their names.
final class Attachments {

    private static final int MOST = 20;
    private static final int MOST_TEXT = 512 * 1024;

    private Attachments() {}

    /// A file that is sent with a message.
    record FileOrder(
            @Doc("Its name") @Bounds(min = 1, max = 255) String name,
            @Doc("Its type, such as `image/png`; the content decides") Optional<String> mimeType,
            @Doc("Its content, as Base64") String data) {}

    /// The message.
    ///
    /// @throws ProblemException if there is nothing to send, or a file cannot be sent
    static Message.User message(String text, List<FileOrder> files) throws ProblemException {
        if (text.isBlank() && files.isEmpty()) {
            throw Problem.badRequest("The message is empty; send text or attachments.").exception();
        }
        if (files.size() > MOST) {
            throw Problem.badRequest("At most %d files go with a message.".formatted(MOST))
                    .exception();
        }
        List<Part> parts = new ArrayList<>();
        if (!text.isBlank()) {
            parts.add(new Part.Text(text));
        }
        for (FileOrder it : files) {
            parts.add(part(it));
        }
        return new Message.User(parts);
    }

    private static Part part(FileOrder file) throws ProblemException {
        byte[] content;
        try {
            content = Base64.getDecoder().decode(file.data());
        } catch (IllegalArgumentException _) {
            throw wrong(file, "its data is not Base64");
        }
        Bytes bytes = Bytes.of(content);
        FileKind kind =
                FileKind.of(
                        file.name(), bytes.part(0, Math.min(bytes.size(), FileKind.HEAD_BYTES)));
        if (kind.type() == FileKind.Type.TEXT) {
            return new Part.Text(
                    "File %s:\n%s"
                            .formatted(file.name().replaceAll("\\s+", " "), text(file, content)));
        }
        try {
            return PromptPicture.of(content);
        } catch (IOException e) {
            throw wrong(
                    file,
                    "%s. Attach text or pictures; put other files into the workspace"
                            .formatted(e.getMessage()));
        }
    }

    private static String text(FileOrder file, byte[] content) throws ProblemException {
        if (content.length > MOST_TEXT) {
            throw wrong(
                    file,
                    "it is longer than %d KB; put it into the workspace"
                            .formatted(MOST_TEXT / 1024));
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
        } catch (CharacterCodingException _) {
            throw wrong(file, "it is not UTF-8 text");
        }
    }

    private static ProblemException wrong(FileOrder file, String why) {
        return Problem.badRequest("%s cannot be sent: %s.".formatted(file.name(), why)).exception();
    }
}
