package dev.deft.agent.config;

import dev.deft.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

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
        Size configured = configured(model);
        return configured.context().isPresent() && configured.maxOutput().isPresent()
                ? configured
                : configured.or(bundled(model));
    }

    /// The sizes of a model in the user's settings.
    ///
    /// @param model as `provider/name`
    public Size configured(String model) {
        return own.getOrDefault(model, own.getOrDefault(unqualified(model), Size.UNKNOWN));
    }

    /// The models in the user's settings, as they are written there.
    public Set<String> names() {
        return own.keySet();
    }

    /// The month of the bundled table.
    public static String tableDate() {
        return Table.FILE.text("as_of").orElseThrow();
    }

    private static String unqualified(String model) {
        return model.substring(model.indexOf('/') + 1);
    }

    /// Finds the longest name of the table at the start of the model name or of one of its parts:
    /// `us.anthropic.claude-sonnet-4-5` matches `claude-sonnet4`. Reads the table on demand: most
    /// commands do not need it.
    ///
    /// @param model as `provider/name`
    public static Size bundled(String model) {
        String name = "-" + normalized(unqualified(model));
        int longest = -1;
        Size found = Size.UNKNOWN;
        for (Map.Entry<String, Size> it : Table.SIZES.entrySet()) {
            if (it.getKey().length() > longest && matches(name, it.getKey())) {
                longest = it.getKey().length();
                found = it.getValue();
            }
        }
        return found;
    }

    /// The bundled table, read when it is needed.
    private static final class Table {

        static final Json.Obj FILE = Schemas.object("models.json");
        static final Map<String, Size> SIZES = sizes();

        private static Map<String, Size> sizes() {
            Map<String, Size> sizes = new LinkedHashMap<>();
            ((Json.Obj) FILE.find("models").orElseThrow())
                    .fields()
                    .forEach((name, it) -> sizes.put(name, Size.of((Json.Obj) it)));
            return Collections.unmodifiableMap(sizes);
        }
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
