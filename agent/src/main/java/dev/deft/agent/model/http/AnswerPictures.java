package dev.deft.agent.model.http;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Pictures that models put into their answers.
public final class AnswerPictures {

    /// The most bytes of one picture.
    public static final int MAX_BYTES = 8 * 1024 * 1024;

    /// The most pictures of one answer.
    public static final int MAX_PICTURES = 8;

    private static final String DATA = "data:";
    private static final String BASE64 = ";base64,";

    private final List<Part.Media> pictures = new ArrayList<>();
    private int seen;

    /// The pictures so far.
    public List<Part.Media> all() {
        return List.copyOf(pictures);
    }

    /// Adds a picture in Base64. What it is says its content, not the server.
    ///
    /// @param note gets a sentence for the user if the picture is left out
    public void add(String base64, Consumer<String> note) {
        seen++;
        if (seen > MAX_PICTURES) {
            note.accept(leftOut("an answer has at most %d".formatted(MAX_PICTURES)));
        } else if (base64.length() / 4L * 3 > MAX_BYTES) {
            note.accept(leftOut("it has more than %d MB".formatted(MAX_BYTES / 1024 / 1024)));
        } else {
            decode(base64, note);
        }
    }

    /// Adds the picture of a URL. Only `data:` URLs have one; another address is shown as it is.
    ///
    /// @param note gets a sentence for the user if the picture is left out
    public void addUrl(String url, Consumer<String> note) {
        int comma = url.indexOf(BASE64);
        if (url.startsWith(DATA)) {
            add(comma < 0 ? "" : url.substring(comma + BASE64.length()), note);
        } else {
            note.accept("[picture: %s]".formatted(url));
        }
    }

    private void decode(String base64, Consumer<String> note) {
        try {
            byte[] content = Base64.getMimeDecoder().decode(base64);
            Optional<String> type = type(content);
            if (type.isPresent()) {
                pictures.add(new Part.Media(type.get(), Bytes.wrap(content)));
            } else {
                note.accept(leftOut("it is no PNG, JPEG, GIF or WebP"));
            }
        } catch (IllegalArgumentException _) {
            note.accept(leftOut("it could not be read"));
        }
    }

    private static String leftOut(String why) {
        return "[A picture of this answer was left out: %s.]".formatted(why);
    }

    private static Optional<String> type(byte[] content) {
        if (starts(content, 0, 0x89, 'P', 'N', 'G')) {
            return Optional.of("image/png");
        }
        if (starts(content, 0, 0xFF, 0xD8, 0xFF)) {
            return Optional.of("image/jpeg");
        }
        if (starts(content, 0, 'G', 'I', 'F', '8')) {
            return Optional.of("image/gif");
        }
        return starts(content, 0, 'R', 'I', 'F', 'F') && starts(content, 8, 'W', 'E', 'B', 'P')
                ? Optional.of("image/webp")
                : Optional.empty();
    }

    private static boolean starts(byte[] content, int at, int... magic) {
        for (int i = 0; i < magic.length; i++) {
            if (at + i >= content.length || (content[at + i] & 0xFF) != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /// A message of the user that begins with the pictures of earlier answers.
    static Message.User before(List<Part> own, List<Part> pictures) {
        List<Part> parts = new ArrayList<>();
        parts.add(new Part.Text("The pictures of your previous answer:"));
        parts.addAll(pictures);
        parts.addAll(own);
        return new Message.User(parts);
    }
}
