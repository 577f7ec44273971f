package dev.deft.guard;

import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/// Denies calls that would overwrite a secret with its mask.
public final class MaskedText implements Gate {

    private static final String WRITTEN =
            "The text contains %s, which hides a secret; writing it to a file would destroy the real value. Leave that part as it is and change only the text around it."
                    .formatted(SecretMask.MASK);
    private static final String SEARCHED =
            "The text to find contains %s, which hides a secret, so the file does not contain it like that. Choose text before or after it."
                    .formatted(SecretMask.MASK);

    @Override
    public String name() {
        return "masked";
    }

    @Override
    public Verdict judge(PreparedCall<?> call) {
        if (!mayWrite(call.touches()) || !containsMask(call.arguments())) {
            return new Verdict.Allow("The call writes no masked text.");
        }
        boolean searched =
                call.arguments().fields().entrySet().stream()
                        .anyMatch(it -> isSearchText(it.getKey()) && containsMask(it.getValue()));
        return searched
                ? new Verdict.Deny(ErrorCode.CONFLICT, SEARCHED)
                : new Verdict.Deny(ErrorCode.REFUSED, WRITTEN);
    }

    private static boolean mayWrite(List<Touch> touches) {
        for (Touch touch : touches) {
            if (touch.capability() == Capability.FS_WRITE
                    || touch.capability() == Capability.SHELL_RUN) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSearchText(String name) {
        return name.startsWith("old");
    }

    private static boolean containsMask(Json value) {
        if (value instanceof Json.Str(String text)) {
            return SecretMask.containsMask(text);
        }
        if (value instanceof Json.Arr(List<Json> items)) {
            return containsMask(items);
        }
        return value instanceof Json.Obj(Map<String, Json> fields) && containsMask(fields.values());
    }

    private static boolean containsMask(Collection<Json> values) {
        for (Json value : values) {
            if (containsMask(value)) {
                return true;
            }
        }
        return false;
    }
}
