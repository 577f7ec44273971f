package dev.deft.tool;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The prose a model reads to decide whether to call a tool. Read only when somebody asks for it.
public sealed interface Description {

    /// {@return the text, with all holes filled}
    ///
    /// @param places fill `${workspace}` and `${directory}`
    /// @throws IllegalStateException when there is no such file, or a hole that nothing fills
    String text(Map<String, String> places);

    /// A Markdown file beside a class.
    ///
    /// @param home the class
    /// @param file its name, such as `read.md`
    /// @param numbers fill the holes `{name}`
    record Resource(Class<?> home, String file, Map<String, Object> numbers)
            implements Description {

        private static final Pattern HOLE = Pattern.compile("(\\$?)\\{([a-z_]+)}");

        /// Copies the numbers.
        public Resource {
            numbers = Map.copyOf(numbers);
        }

        @Override
        public String text(Map<String, String> places) {
            return HOLE.matcher(content().strip())
                    .replaceAll(it -> Matcher.quoteReplacement(fill(it, places)));
        }

        private String fill(MatchResult hole, Map<String, String> places) {
            Map<String, ?> values = hole.group(1).isEmpty() ? numbers : places;
            Object value = values.get(hole.group(2));
            if (value == null) {
                throw new IllegalStateException("nobody fills " + hole.group() + " in " + file);
            }
            return value.toString();
        }

        private String content() {
            try (InputStream in = home.getResourceAsStream(file)) {
                if (in == null) {
                    throw new IllegalStateException(
                            "there is no " + file + " beside " + home.getName());
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /// A text from elsewhere, such as an MCP server, or one too short for a file.
    ///
    /// @param content the text as it is; nothing in it is filled in
    record Text(String content) implements Description {

        @Override
        public String text(Map<String, String> places) {
            return content;
        }
    }
}
