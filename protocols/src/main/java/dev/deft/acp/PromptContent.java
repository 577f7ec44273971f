package dev.deft.acp;

import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import dev.deft.rpc.RpcException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A prompt of the client as the parts of a message.
///
/// @param text what the user wrote, without what came with it
/// @param parts all of it, for the model
/// @param attached the files that came with it
record PromptContent(String text, List<Part> parts, List<Path> attached) {

    /// The longest text of one prompt, in characters.
    static final int MOST_CHARACTERS = 8 << 20;

    private static final int MOST_IMAGE_BYTES = 20 << 20;

    private static final Set<String> IMAGES =
            Set.of("image/png", "image/jpeg", "image/gif", "image/webp");

    PromptContent {
        parts = List.copyOf(parts);
        attached = List.copyOf(attached);
    }

    static PromptContent of(AcpParams params) throws RpcException {
        var reader = new Reader();
        for (AcpParams block : params.objects("prompt")) {
            reader.add(block);
        }
        if (reader.parts.isEmpty()) {
            throw RpcException.invalidParams("params.prompt has no content.");
        }
        return new PromptContent(reader.text.toString(), reader.parts, reader.attached);
    }

    /// The same with other words of the user.
    PromptContent saying(List<Part> words) {
        List<Part> all = new ArrayList<>(words);
        parts.stream().skip(1).forEach(all::add);
        return new PromptContent(text, all, attached);
    }

    private static final class Reader {

        private final StringBuilder text = new StringBuilder();
        private final List<Part> parts = new ArrayList<>();
        private final List<Path> attached = new ArrayList<>();
        private long characters;

        void add(AcpParams block) throws RpcException {
            String type = block.text("type");
            switch (type) {
                case "text" -> {
                    String said = block.text("text");
                    text.append(text.isEmpty() ? "" : "\n").append(said);
                    add(block, said);
                }
                case "image" ->
                        parts.add(
                                new Part.Media(
                                        image(block, block.text("mimeType")),
                                        bytes(block, "data")));
                case "resource_link" -> link(block);
                case "resource" -> resource(block.object("resource"));
                case "audio" ->
                        throw RpcException.invalidParams(
                                "%s is audio, which this agent does not take."
                                        .formatted(block.where()));
                default ->
                        throw RpcException.invalidParams(
                                "%s.type must be text, image, resource_link or resource, not \"%s\"."
                                        .formatted(block.where(), type));
            }
        }

        private void add(AcpParams block, String more) throws RpcException {
            characters += more.length();
            if (characters > MOST_CHARACTERS) {
                throw RpcException.invalidParams(
                        "%s: a prompt may have at most %d characters of text."
                                .formatted(block.where(), MOST_CHARACTERS));
            }
            if (!more.isEmpty()) {
                parts.add(new Part.Text(more));
            }
        }

        private static String image(AcpParams block, String mimeType) throws RpcException {
            if (IMAGES.contains(mimeType)) {
                return mimeType;
            }
            throw RpcException.invalidParams(
                    "%s.mimeType must be image/png, image/jpeg, image/gif or image/webp, not \"%s\"."
                            .formatted(block.where(), mimeType));
        }

        private static Bytes bytes(AcpParams block, String field) throws RpcException {
            String text = block.text(field);
            try {
                if (text.length() / 4L * 3 > MOST_IMAGE_BYTES) {
                    throw RpcException.invalidParams(
                            "%s.%s has more than %d bytes."
                                    .formatted(block.where(), field, MOST_IMAGE_BYTES));
                }
                return Bytes.wrap(Base64.getDecoder().decode(text));
            } catch (IllegalArgumentException _) {
                throw RpcException.invalidParams(
                        "%s.%s is not Base64.".formatted(block.where(), field));
            }
        }

        /// A link that the model can follow with its tools.
        private void link(AcpParams block) throws RpcException {
            String uri = block.text("uri");
            String name = block.text("name");
            Optional<Path> file = file(uri);
            file.ifPresent(attached::add);
            add(
                    block,
                    file.isPresent()
                            ? "[attached file: %s]".formatted(file.get())
                            : "[link: %s, %s]".formatted(name, uri));
        }

        private void resource(AcpParams resource) throws RpcException {
            String uri = resource.text("uri");
            Optional<Path> file = file(uri);
            file.ifPresent(attached::add);
            String name = file.map(Path::toString).orElse(uri);
            if (resource.fields().find("text").isPresent()) {
                add(
                        resource,
                        "<file path=\"%s\">\n%s\n</file>".formatted(name, resource.text("text")));
                return;
            }
            Bytes content = bytes(resource, "blob");
            String type = resource.optionalText("mimeType").orElse("application/octet-stream");
            if (IMAGES.contains(type) || type.equals("application/pdf")) {
                parts.add(new Part.Media(type, content));
            } else {
                add(
                        resource,
                        "[attached: %s, %s, %d bytes, which cannot be shown]"
                                .formatted(name, type, content.size()));
            }
        }

        /// The path of a `file:` address on this machine. Editors may add a position.
        private static Optional<Path> file(String uri) {
            if (!uri.startsWith("file:///")) {
                return Optional.empty();
            }
            try {
                return Optional.of(Path.of(URI.create(uri).getPath()).normalize());
            } catch (IllegalArgumentException _) {
                return Optional.empty();
            }
        }
    }
}
