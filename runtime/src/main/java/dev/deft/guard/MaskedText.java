package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import java.util.List;
import java.util.Map;

/// Keeps a mask from being written over the secret it stands for.
public final class MaskedText implements Gate {

    private static final String WRITTEN =
            "The text has %s in it, which stands for a secret that was not shown; written to a file it would destroy the real value. Leave that place as it is and change only what is around it."
                    .formatted(SecretMask.MASK);
    private static final String SOUGHT =
            "The text to find has %s in it, which stands for a secret that was not shown, so it is not in the file like that. Choose text before or behind it."
                    .formatted(SecretMask.MASK);

    @Override
    public String name() {
        return "masked";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        boolean changes =
                call.touches().stream()
                        .anyMatch(it ->
                                it.capability() == Capability.FS_WRITE
                                        || it.capability() == Capability.SHELL_RUN);
        if (!changes || !isIn(call.arguments())) {
            return new Verdict.Allow("Nothing masked is written.");
        }
        boolean sought =
                call.arguments().fields().entrySet().stream()
                        .anyMatch(it -> isSought(it.getKey()) && isIn(it.getValue()));
        return sought
                ? new Verdict.Deny(ErrorCode.CONFLICT, SOUGHT)
                : new Verdict.Deny(ErrorCode.REFUSED, WRITTEN);
    }

    private static boolean isSought(String name) {
        return name.startsWith("old");
    }

    private static boolean isIn(Json value) {
        if (value instanceof Json.Str(String text)) {
            return SecretMask.containsMask(text);
        }
        if (value instanceof Json.Arr(List<Json> items)) {
            return items.stream().anyMatch(MaskedText::isIn);
        }
        return value instanceof Json.Obj(Map<String, Json> fields)
                && fields.values().stream().anyMatch(MaskedText::isIn);
    }
}
