package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Context and output sizes of models: the user's settings over a bundled table, with defaults for
/// unknown models. Sizes that the provider reports later take precedence.
public final class ModelSizes {

    /// The context size of an unknown model, input and output together.
    public static final int DEFAULT_CONTEXT = 128_000;

    /// The output size of an unknown model.
    public static final int DEFAULT_OUTPUT = 8_192;

    private final Map<String, Size> own;

    ModelSizes(Map<String, Size> own) {
        this.own = Map.copyOf(own);
    }

    /// The sizes of one model in tokens.
    ///
    /// @param context input and output together
    /// @param maxOutput of one answer
    public record Size(OptionalInt context, OptionalInt maxOutput) {

        private static final Size UNKNOWN = new Size(OptionalInt.empty(), OptionalInt.empty());

        static Size of(Json.Obj json) {
            return new Size(count(json, "context"), count(json, "max_output"));
        }

        private static OptionalInt count(Json.Obj json, String name) {
            Optional<Json> found = json.find(name);
            return found.isEmpty()
                    ? OptionalInt.empty()
                    : OptionalInt.of(
                            Math.toIntExact(((Json.Num) found.get()).asLong().orElseThrow()));
        }

        private Size or(Size other) {
            return new Size(
                    context.isPresent() ? context : other.context,
                    maxOutput.isPresent() ? maxOutput : other.maxOutput);
        }
    }

    /// The sizes of a model.
    ///
    /// @param model as `provider/name`; the user's settings may omit the provider
    public Size of(String model) {
        String name = model.substring(model.indexOf('/') + 1);
        Size configured = own.getOrDefault(model, own.getOrDefault(name, Size.UNKNOWN));
        return configured.context().isPresent() && configured.maxOutput().isPresent()
                ? configured
                : configured.or(bundled(name));
    }

    /// Finds the longest name of the table at the start of the model name or of one of its parts:
    /// `us.anthropic.claude-sonnet-4-5` matches `claude-sonnet4`. Reads the table on demand: most
    /// commands do not need it.
    private static Size bundled(String model) {
        Map<String, Json> table = new LinkedHashMap<>(Schemas.object("models.json").fields());
        String name = "-" + normalized(model);
        return table.entrySet().stream()
                .filter(it -> matches(name, it.getKey()))
                .max(Map.Entry.comparingByKey(Comparator.comparingInt(String::length)))
                .map(it -> Size.of((Json.Obj) it.getValue()))
                .orElse(Size.UNKNOWN);
    }

    /// Matches only whole numbers: `gpt-4-1106` does not match `gpt-4-1`.
    private static boolean matches(String name, String known) {
        int at = name.indexOf("-" + known);
        int end = at + 1 + known.length();
        return at >= 0
                && !(Character.isDigit(known.charAt(known.length() - 1))
                        && end < name.length()
                        && Character.isDigit(name.charAt(end)));
    }

    /// Normalizes a name: `Llama-3.1:8B` and `llama3.1-8b` are the same model.
    private static String normalized(String model) {
        return model.toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("([a-z])-(?=\\d)", "$1");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ModelSizes sizes && own.equals(sizes.own);
    }

    @Override
    public int hashCode() {
        return own.hashCode();
    }

    @Override
    public String toString() {
        return "ModelSizes" + own;
    }
}
