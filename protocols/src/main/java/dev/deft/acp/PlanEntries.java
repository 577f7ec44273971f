package dev.deft.acp;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The plan that a client shows: the task list, or the steps of a written plan.
final class PlanEntries {

    private static final int MOST = 200;

    /// A step at the margin: `- [x] text`, `* text`, `1. text`.
    private static final Pattern STEP =
            Pattern.compile("(?:[-*]|\\d{1,3}[.)])\\s+(?:\\[([ xX])]\\s+)?(\\S.*)");

    private PlanEntries() {}

    /// The fields of a plan update, if a tool is one that plans.
    ///
    /// @param id of the tool in the catalog
    /// @param arguments of the call
    static Optional<Json.Obj> of(String id, Json arguments, Json.Obj data) {
        return switch (id) {
            case "todo" -> tasks(data).or(() -> tasks(arguments));
            case "plan" -> steps(arguments);
            default -> Optional.empty();
        };
    }

    private static Optional<Json.Obj> tasks(Json of) {
        if (!(of instanceof Json.Obj fields)
                || !(fields.find("todos").orElse(Json.Null.VALUE)
                        instanceof Json.Arr(List<Json> todos))) {
            return Optional.empty();
        }
        List<Json> entries = new ArrayList<>();
        for (Json it : todos) {
            if (it instanceof Json.Obj todo && !todo.text("status").equals(cancelled())) {
                entries.add(
                        entry(
                                todo.text("content").orElse(""),
                                todo.text("priority").orElse("medium"),
                                todo.text("status").orElse("pending")));
            }
        }
        return Optional.of(plan(entries));
    }

    /// A plan has no word for tasks that nobody does any more.
    private static Optional<String> cancelled() {
        return Optional.of("cancelled");
    }

    private static Optional<Json.Obj> steps(Json arguments) {
        Optional<String> text =
                arguments instanceof Json.Obj fields
                        ? fields.text("content").or(() -> fields.text("plan"))
                        : Optional.empty();
        List<Json> entries = new ArrayList<>();
        for (String line : text.orElse("").lines().limit(10L * MOST).toList()) {
            Matcher step = STEP.matcher(line);
            if (step.matches()) {
                boolean done = "x".equalsIgnoreCase(step.group(1));
                entries.add(entry(step.group(2), "medium", done ? "completed" : "pending"));
            }
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of(plan(entries));
    }

    private static Json entry(String content, String priority, String status) {
        return Json.Obj.EMPTY
                .with("content", content)
                .with("priority", priority)
                .with("status", status);
    }

    private static Json.Obj plan(List<Json> entries) {
        return Json.Obj.EMPTY.with(
                "entries", new Json.Arr(entries.subList(0, Math.min(MOST, entries.size()))));
    }
}
