package dev.deft.app.cli;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/// A little task: files to start from, a check that fails at first, and the calls that solve it.
///
/// In a file of exercises `=== NAME` begins one and `---` a part of it. In a call, `@name VALUE`
/// gives a parameter, `@name` alone one of several lines, and `@name= JSON` one that is no text.
/// `␍` stands for a carriage return.
record Exercise(
        String dialect, String name, Map<String, String> files, String check, List<Call> calls) {

    record Call(String tool, Json.Obj arguments) {}

    static List<Exercise> of(String dialect) {
        String resource = "/exercises/" + dialect + ".txt";
        try (InputStream in = Exercise.class.getResourceAsStream(resource)) {
            byte[] text = Objects.requireNonNull(in, resource).readAllBytes();
            List<Exercise> all = new ArrayList<>();
            for (List<String> one :
                    split(new String(text, StandardCharsets.UTF_8).lines().toList(), "=== ")) {
                all.add(read(dialect, one));
            }
            return all;
        } catch (IOException e) {
            throw new IllegalStateException(resource, e);
        }
    }

    private static Exercise read(String dialect, List<String> lines) throws JsonSyntaxException {
        Map<String, String> files = new LinkedHashMap<>();
        List<Call> calls = new ArrayList<>();
        String check = "";
        for (List<String> part : split(lines.subList(1, lines.size()), "--- ")) {
            String head = part.getFirst();
            List<String> rest = part.subList(1, part.size());
            if (head.equals("check")) {
                check = text(rest);
            } else if (head.startsWith("start ")) {
                files.put(head.substring("start ".length()), text(rest).replace('␍', '\r'));
            } else {
                calls.add(new Call(head.substring("call ".length()), arguments(rest)));
            }
        }
        return new Exercise(dialect, lines.getFirst(), files, check, calls);
    }

    private static Json.Obj arguments(List<String> lines) throws JsonSyntaxException {
        Json.Obj arguments = Json.Obj.EMPTY;
        for (List<String> parameter : split(lines, "@")) {
            String[] first = parameter.getFirst().split(" ", 2);
            String name = first[0];
            if (name.endsWith("=")) {
                arguments =
                        arguments.with(
                                name.substring(0, name.length() - 1), JsonText.parse(first[1]));
            } else {
                arguments =
                        arguments.with(
                                name,
                                first.length > 1
                                        ? first[1]
                                        : text(parameter.subList(1, parameter.size())));
            }
        }
        return arguments;
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    /// A patch has lines of its own that begin like a parameter; those have two signs.
    private static List<List<String>> split(List<String> lines, String mark) {
        List<List<String>> parts = new ArrayList<>();
        for (String line : lines) {
            boolean begins = line.startsWith(mark) && !line.startsWith("@@");
            if (begins) {
                parts.add(new ArrayList<>());
            }
            if (!parts.isEmpty()) {
                parts.getLast().add(begins ? line.substring(mark.length()) : line);
            }
        }
        return parts;
    }

    void write(Path directory) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.writeString(path, file.getValue());
        }
        Files.writeString(directory.resolve("check.sh"), check);
    }

    static boolean passes(Path directory) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("sh", "check.sh")
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @Override
    public String toString() {
        return dialect + ": " + name;
    }
}
