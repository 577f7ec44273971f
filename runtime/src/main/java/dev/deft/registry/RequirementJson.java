package dev.deft.registry;

import dev.deft.json.Json;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.ShellRequirement.ArgPattern;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes requirements as JSON, as in a policy file: `fs`, `net`, `shell`, `capabilities`.
public final class RequirementJson {

    private RequirementJson() {}

    public static Json.Obj write(RequirementSet set) {
        Json.Obj fs = list(list(Json.Obj.EMPTY, "read", set.read()), "write", set.write());
        Json.Obj all = fs.fields().isEmpty() ? Json.Obj.EMPTY : Json.Obj.EMPTY.with("fs", fs);
        if (!set.hosts().isEmpty()) {
            all = all.with("net", list(Json.Obj.EMPTY, "hosts", set.hosts()));
        }
        if (!set.shell().isEmpty()) {
            all =
                    all.with(
                            "shell",
                            new Json.Arr(
                                    set.shell().stream()
                                            .<Json>map(RequirementJson::shell)
                                            .toList()));
        }
        return list(all, "capabilities", set.capabilities());
    }

    private static Json.Obj list(Json.Obj object, String name, List<String> texts) {
        return texts.isEmpty() ? object : object.with(name, Json.Arr.ofTexts(texts));
    }

    private static Json.Obj shell(ShellRequirement requirement) {
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("cmd", new Json.Str(requirement.cmd()));
        requirement
                .args()
                .ifPresent(it ->
                        fields.put(
                                "args",
                                new Json.Arr(it.stream().map(RequirementJson::argument).toList())));
        return new Json.Obj(fields);
    }

    private static Json argument(ArgPattern pattern) {
        return switch (pattern) {
            case ArgPattern.Exact(String word) -> new Json.Str(word);
            case ArgPattern.Wildcard _ -> Json.Obj.EMPTY.with("wildcard", new Json.Bool(true));
            case ArgPattern.Prefix(String prefix) -> Json.Obj.EMPTY.with("prefix", prefix);
        };
    }
}
