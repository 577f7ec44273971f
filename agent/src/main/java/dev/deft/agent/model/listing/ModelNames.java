package dev.deft.agent.model.listing;

import java.util.List;

/// Names of models in lists, which are foreign text.
final class ModelNames {

    private static final int LONGEST = 200;

    /// The beginnings of names at OpenAI that do not chat; its list says nothing about that.
    private static final List<String> OTHER_KINDS =
            List.of(
                    "text-embedding-",
                    "text-moderation-",
                    "omni-moderation-",
                    "whisper-",
                    "tts-",
                    "dall-e-",
                    "gpt-image-",
                    "chatgpt-image-",
                    "gpt-audio",
                    "gpt-realtime",
                    "sora-",
                    "davinci-",
                    "babbage-");

    /// Parts of names that do not chat, such as `gpt-4o-mini-transcribe`.
    private static final List<String> OTHER_USES =
            List.of("-transcribe", "-tts", "-realtime", "-audio", "-instruct-0914", "-embed");

    private ModelNames() {}

    /// Whether a name can be shown and typed: no control, invisible or unassigned characters, and
    /// not too long.
    static boolean isUsable(String name) {
        return !name.isBlank()
                && name.length() <= LONGEST
                && name.codePoints().allMatch(ModelNames::isVisible);
    }

    private static boolean isVisible(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            default -> true;
        };
    }

    /// Whether the name is one of a model that answers in text.
    static boolean chats(String name) {
        return OTHER_KINDS.stream().noneMatch(name::startsWith)
                && OTHER_USES.stream().noneMatch(name::contains);
    }
}
