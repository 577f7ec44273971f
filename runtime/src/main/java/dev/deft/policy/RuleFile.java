package dev.deft.policy;

import dev.deft.codec.JsonText;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Rules in a file of the user. Processes may add rules at the same time.
public record RuleFile(Path path) {

    /// Reads the rules; none if the file does not exist.
    ///
    /// @throws IOException if the file is invalid; the message has its name and the position
    public List<Rule> list() throws IOException {
        Optional<String> text = new UserFile(path).read();
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            return PolicyFile.read(JsonText.parseObject(text.get())).rules().orElse(List.of());
        } catch (JsonSyntaxException | IllegalArgumentException e) {
            throw new IOException(
                    "The rules in %s are invalid: %s. Fix or remove the file."
                            .formatted(path, e.getMessage()),
                    e);
        }
    }

    public void add(Rule rule) throws IOException {
        boolean _ =
                new UserFile(path)
                        .withLock(() -> {
                            List<Rule> all = new ArrayList<>(list());
                            return !all.contains(rule) && all.add(rule) && stored(all);
                        });
    }

    /// Removes a rule.
    ///
    /// @return whether the file had the rule
    public boolean remove(Rule rule) throws IOException {
        if (list().isEmpty()) {
            return false;
        }
        return new UserFile(path)
                .withLock(() -> {
                    List<Rule> all = new ArrayList<>(list());
                    return all.remove(rule) && stored(all);
                });
    }

    private boolean stored(List<Rule> rules) throws IOException {
        String text = JsonText.writeIndented(PolicyFile.write(rules)) + "\n";
        new UserFile(path).replace(text.getBytes(StandardCharsets.UTF_8));
        return true;
    }
}
