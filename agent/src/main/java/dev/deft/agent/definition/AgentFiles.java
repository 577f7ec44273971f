package dev.deft.agent.definition;

import dev.deft.agent.config.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the files of one directory with definitions, by name.
///
/// @param directory absolute
/// @param within where the files must really be; empty for the user's own, who may link to any
/// @param shown how messages name the directory
record AgentFiles(
        Path directory,
        Optional<Path> within,
        String shown,
        AgentSource.Form form,
        AgentOrigin.Owner owner) {

    /// The largest file that is read.
    static final int MAX_BYTES = 1024 * 1024;

    /// The most files of a directory.
    static final int MAX_FILES = 200;

    private static final String ENDING = ".md";

    /// A definition, and why it must not widen anything.
    record Found(AgentDefinition definition, Optional<String> objection) {}

    /// The definitions without mistakes. Mistakes go to the messages.
    List<Found> read(AgentFile.Known known, Trust trust, AgentMessages messages) {
        List<Found> all = new ArrayList<>();
        for (Path file : list(messages)) {
            String name = String.valueOf(file.getFileName());
            var source =
                    new AgentSource(
                            shown + "/" + name,
                            name.substring(0, name.length() - ENDING.length()),
                            form,
                            owner);
            Optional<byte[]> bytes = bytes(file, source.file(), messages);
            Optional<String> objection =
                    owner == AgentOrigin.Owner.WORKSPACE
                            ? bytes.flatMap(it -> trust.objection(source.file(), it))
                            : Optional.empty();
            bytes.flatMap(it -> text(it, source.file(), messages))
                    .flatMap(it -> new AgentFile(source, known, messages).read(it))
                    .ifPresent(it -> all.add(new Found(it, objection)));
        }
        return all;
    }

    private List<Path> list(AgentMessages messages) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*" + ENDING)) {
            for (Path entry : entries) {
                files.add(entry);
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            messages.problem(shown, "the directory cannot be read: " + e.getMessage());
        }
        files.sort(null);
        if (files.size() > MAX_FILES) {
            messages.problem(
                    shown,
                    "has %d definitions; only the first %d are read"
                            .formatted(files.size(), MAX_FILES));
        }
        return files.subList(0, Math.min(files.size(), MAX_FILES));
    }

    private Optional<byte[]> bytes(Path file, String name, AgentMessages messages) {
        try {
            Path real = file.toRealPath();
            if (within.isPresent() && !real.startsWith(within.get())) {
                messages.problem(
                        name,
                        "is a link to a file outside the workspace, so it is not read; replace it"
                                + " with a regular file");
                return Optional.empty();
            }
            if (!Files.isRegularFile(real)) {
                messages.problem(name, "is not a file");
                return Optional.empty();
            }
            byte[] bytes;
            try (InputStream in = Files.newInputStream(real)) {
                bytes = in.readNBytes(MAX_BYTES + 1);
            }
            if (bytes.length <= MAX_BYTES) {
                return Optional.of(bytes);
            }
            messages.problem(name, "is larger than " + MAX_BYTES + " bytes");
        } catch (IOException e) {
            messages.problem(name, "cannot be read: " + e.getClass().getSimpleName());
        }
        return Optional.empty();
    }

    private static Optional<String> text(byte[] bytes, String name, AgentMessages messages) {
        try {
            return Optional.of(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException _) {
            messages.problem(name, "is not UTF-8 text");
            return Optional.empty();
        }
    }
}
