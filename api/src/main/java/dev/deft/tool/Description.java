package dev.deft.tool;

import dev.deft.resource.Resources;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The text a model reads to decide whether to call a tool. It is loaded on demand.
public sealed interface Description {

    /// {@return the text with all placeholders replaced}
    ///
    /// @param variables the values of `${workspace}` and `${directory}`
    /// @throws IllegalStateException if the file does not exist, or a placeholder has no value
    String text(Map<String, String> variables);

    /// A Markdown file in the package of a class.
    ///
    /// @param home the class
    /// @param file its name, such as `read.md`
    /// @param numbers the values of the placeholders `{name}`
    record Resource(Class<?> home, String file, Map<String, Object> numbers)
            implements Description {

        private static final Pattern PLACEHOLDER = Pattern.compile("(\\$?)\\{([a-z_]+)}");

        /// Copies the numbers.
        public Resource {
            numbers = Map.copyOf(numbers);
        }

        @Override
        public String text(Map<String, String> variables) {
            return PLACEHOLDER
                    .matcher(content().strip())
                    .replaceAll(it -> Matcher.quoteReplacement(fill(it, variables)));
        }

        private String fill(MatchResult placeholder, Map<String, String> variables) {
            Map<String, ?> values = placeholder.group(1).isEmpty() ? numbers : variables;
            Object value = values.get(placeholder.group(2));
            if (value == null) {
                throw new IllegalStateException(
                        "no value for " + placeholder.group() + " in " + file);
            }
            return value.toString();
        }

        private String content() {
            return Resources.text(home, file);
        }
    }

    /// A fixed text, such as from an MCP server.
    ///
    /// @param content the text; it has no placeholders
    record Text(String content) implements Description {

        @Override
        public String text(Map<String, String> variables) {
            return content;
        }
    }
}
