package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// How much models can read and write: what the user says over what comes with Deft. A model nobody
/// knows gets the usual; what its provider says about it later counts more than all of this.
public final class ModelSizes {

    /// What a model can read, question and answer together, where nobody knows better.
    public static final int DEFAULT_CONTEXT = 128_000;

    /// How long an answer may be where nobody knows better.
    public static final int DEFAULT_OUTPUT = 8_192;

    private final Map<String, Size> own;

    ModelSizes(Map<String, Size> own) {
        this.own = Map.copyOf(own);
    }

    /// How much one model can take.
    ///
    /// @param context question and answer together, in tokens
    /// @param maxOutput of one answer, in tokens
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

    /// The size of a model.
    ///
    /// @param model as `provider/name`; the user may have named it with or without the provider
    public Size of(String model) {
        String name = model.substring(model.indexOf('/') + 1);
        Size said = own.getOrDefault(model, own.getOrDefault(name, Size.UNKNOWN));
        return said.context().isPresent() && said.maxOutput().isPresent()
                ? said
                : said.or(bundled(name));
    }

    /// The longest name in the table that the name of the model begins with, or that one of its
    /// parts begins with: `us.anthropic.claude-sonnet-4-5` is a `claude-sonnet4`. Read when it is
    /// asked for: most commands never do.
    private static Size bundled(String model) {
        Map<String, Json> table = new LinkedHashMap<>(Schemas.object("models.json").fields());
        String name = "-" + plain(model);
        return table.entrySet().stream()
                .filter(it -> begins(name, it.getKey()))
                .max(Map.Entry.comparingByKey(Comparator.comparingInt(String::length)))
                .map(it -> Size.of((Json.Obj) it.getValue()))
                .orElse(Size.UNKNOWN);
    }

    /// A number must be there as a whole: `gpt-4-1106` is no `gpt-4-1`.
    private static boolean begins(String name, String known) {
        int at = name.indexOf("-" + known);
        int end = at + 1 + known.length();
        return at >= 0
                && !(Character.isDigit(known.charAt(known.length() - 1))
                        && end < name.length()
                        && Character.isDigit(name.charAt(end)));
    }

    /// `Llama-3.1:8B` and `llama3.1-8b` are one model.
    private static String plain(String model) {
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
