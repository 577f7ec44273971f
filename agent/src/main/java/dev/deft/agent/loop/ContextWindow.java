package dev.deft.agent.loop;

import dev.deft.agent.context.ContextLimits;
import dev.deft.agent.model.Overflow;
import dev.deft.json.Json;
import dev.deft.run.SessionMemory;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;

/// Stores the context window that a provider reported in the session, so that later runs know it.
///
/// @param model the name of the model
record ContextWindow(SessionMemory memory, String model) {

    private static final String KEPT_AS = "window";
    private static final String TOKENS = "context";
    private static final String ANSWER = "max_output";

    /// Lowers limits to the stored ones.
    ContextLimits within(ContextLimits limits) {
        ContextLimits all = limits;
        OptionalInt tokens = number(TOKENS);
        if (tokens.isPresent()) {
            all = all.withMaxTokens(tokens.getAsInt());
        }
        OptionalInt answer = number(ANSWER);
        return answer.isPresent() ? all.withMaxAnswer(answer.getAsInt()) : all;
    }

    /// Stores the sizes that a provider reported.
    void remember(Overflow overflow) throws IOException {
        Json.Obj before = kept().orElse(Json.Obj.EMPTY.with("model", model));
        Json.Obj now = with(with(before, TOKENS, overflow.window()), ANSWER, overflow.maxAnswer());
        if (!now.equals(before)) {
            memory.save(KEPT_AS, now);
        }
    }

    private static Json.Obj with(Json.Obj object, String name, OptionalInt number) {
        return number.isPresent() ? object.with(name, Json.Num.of(number.getAsInt())) : object;
    }

    private Optional<Json.Obj> kept() {
        return memory.load(KEPT_AS).filter(it -> it.text("model").equals(Optional.of(model)));
    }

    private OptionalInt number(String name) {
        Optional<Long> number =
                kept().flatMap(it -> it.find(name))
                        .filter(Json.Num.class::isInstance)
                        .flatMap(it -> ((Json.Num) it).asLong())
                        .filter(it -> it > 0 && it <= Integer.MAX_VALUE);
        return number.isPresent() ? OptionalInt.of(number.get().intValue()) : OptionalInt.empty();
    }
}
