package dev.deft.app.demo;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;

/// The script of the demo in the web console: the same bug, with a sub-agent, a question to the
/// user and calls that need approval.
public final class ConsoleScript {

    private static final String RUN = "java CartTest.java";
    private static final String TASK = "Find every place in this project that states the rule";
    private static final String ONLY_CODE = "Only the code";

    private ConsoleScript() {}

    /// The script of a conversation.
    ///
    /// @param request the latest one to the model, as JSON text
    public static List<ScriptedAnswer> of(String request) {
        // The agent that gives the task has it in a call, the one that got it in a message.
        boolean subAgent =
                request.contains(TASK) && !request.contains("\"subagent_type\":\"explore\"");
        if (subAgent) {
            return exploring();
        }
        // The label is in the question; once more only if the user chose it.
        boolean onlyCode = request.indexOf(ONLY_CODE) != request.lastIndexOf(ONLY_CODE);
        return fixing(!onlyCode);
    }

    private static List<ScriptedAnswer> exploring() {
        return List.of(
                ScriptedAnswer.saying("I search for the word and read what I find.")
                        .calling("grep", Json.Obj.EMPTY.with("pattern", "(?i)discount|100"))
                        .calling("read", path("README.md")),
                ScriptedAnswer.saying(
                        """
                        The rule is stated in three places:

                        - `Cart.java`: the comment of `total` says *ten percent off from 100.00 on*; the code compares with `>`.
                        - `CartTest.java`: *an order of exactly 100.00 gets the discount*.
                        - `README.md`: it names the discount and not from when on.
                        """
                                .strip()));
    }

    private static List<ScriptedAnswer> fixing(boolean readme) {
        List<ScriptedAnswer> script = new ArrayList<>();
        script.add(
                ScriptedAnswer.saying(
                                "I read the code, and let a second agent look for every place that states the rule.")
                        .calling("read", path("Cart.java"))
                        .calling(
                                "task",
                                Json.Obj.EMPTY
                                        .with("subagent_type", "explore")
                                        .with(
                                                "prompt",
                                                TASK
                                                        + " about the discount, and quote it with its file.")));
        script.add(
                ScriptedAnswer.saying(
                                "The comment, the checks and the code disagree about **exactly** 100.00. The README says nothing about it.")
                        .calling("question", question()));
        script.add(
                ScriptedAnswer.saying("The checks should show the bug. I run them first.")
                        .calling("bash", Json.Obj.EMPTY.with("command", RUN)));
        script.add(
                ScriptedAnswer.saying("Red, as expected: the border itself is left out.")
                        .calling(
                                "edit",
                                path("Cart.java")
                                        .with("old_text", "sum > DISCOUNT_FROM")
                                        .with("new_text", "sum >= DISCOUNT_FROM")));
        if (readme) {
            script.add(
                    ScriptedAnswer.saying("Now the README, so that the next reader knows.")
                            .calling(
                                    "edit",
                                    path("README.md")
                                            .with("old_text", "A cart with a discount.")
                                            .with(
                                                    "new_text",
                                                    "A cart with a discount: ten percent off from 100.00 on.")));
        }
        script.add(
                ScriptedAnswer.saying("Now the checks again.")
                        .calling("bash", Json.Obj.EMPTY.with("command", RUN)));
        script.add(ScriptedAnswer.saying(report(readme)));
        return script;
    }

    private static String report(boolean readme) {
        return """
        An order of exactly 100.00 now gets its ten percent.

        | file | change |
        | --- | --- |
        | `Cart.java` | `>` became `>=` |
        %s
        All 3 checks pass. **Undo** takes it all back.
        """
                .formatted(readme ? "| `README.md` | says from when on |\n" : "")
                .strip();
    }

    private static Json.Obj question() {
        return Json.Obj.EMPTY.with(
                "questions",
                new Json.Arr(
                        List.of(
                                Json.Obj.EMPTY
                                        .with("question", "What shall I change?")
                                        .with("header", "Scope")
                                        .with(
                                                "options",
                                                new Json.Arr(
                                                        List.of(
                                                                option(
                                                                        "The code and the README",
                                                                        "The README says from when on, too"),
                                                                option(
                                                                        ONLY_CODE,
                                                                        "The README stays as it is")))))));
    }

    private static Json.Obj option(String label, String description) {
        return Json.Obj.EMPTY.with("label", label).with("description", description);
    }

    private static Json.Obj path(String path) {
        return Json.Obj.EMPTY.with("path", path);
    }
}
