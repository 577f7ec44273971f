package dev.deft.agent.memory.index;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Notes, questions about them, and questions about something else.
///
/// @param notes texts by path
record RelevanceSet(Map<String, String> notes, List<Question> questions, List<String> unrelated) {

    /// A question and the note that answers it.
    record Question(String path, String text) {}

    /// Reads `notes.txt`, `questions.txt` and `unrelated.txt`.
    ///
    /// @param directory such as `/relevance/`
    static RelevanceSet read(String directory) throws IOException {
        List<Question> questions = new ArrayList<>();
        for (String line : lines(directory + "questions.txt")) {
            String[] parts = line.split(" \\| ", 2);
            questions.add(new Question(parts[0], parts[1]));
        }
        return new RelevanceSet(
                notes(lines(directory + "notes.txt")),
                questions,
                lines(directory + "unrelated.txt"));
    }

    /// Each note begins with a line `=== path`.
    private static Map<String, String> notes(List<String> lines) {
        Map<String, String> notes = new LinkedHashMap<>();
        String path = "";
        for (String line : lines) {
            if (line.startsWith("=== ")) {
                path = line.substring(4);
            } else {
                notes.merge(path, line + "\n", String::concat);
            }
        }
        return notes;
    }

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = RelevanceSet.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("no " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
