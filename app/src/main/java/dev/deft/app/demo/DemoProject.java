package dev.deft.app.demo;

import dev.deft.json.Json;
import dev.deft.resource.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// A small project with a bug, and the script of an agent that fixes it.
public final class DemoProject {

    public static final String REQUEST = "An order of exactly 100.00 gets no discount. Fix it.";

    private static final String RUN = "java CartTest.java";

    private DemoProject() {}

    /// Writes the project into an empty directory.
    public static void write(Path directory) throws IOException {
        copy("Cart.java.txt", directory.resolve("Cart.java"));
        copy("CartTest.java.txt", directory.resolve("CartTest.java"));
        copy("README.md", directory.resolve("README.md"));
    }

    private static void copy(String name, Path to) throws IOException {
        Files.write(to, Resources.bytes(DemoProject.class, name), StandardOpenOption.CREATE_NEW);
    }

    public static List<ScriptedAnswer> script() {
        return List.of(
                ScriptedAnswer.saying("I look for the place where the discount is decided.")
                        .calling("grep", Json.Obj.EMPTY.with("pattern", "(?i)discount")),
                ScriptedAnswer.saying("Two files matter. I read both before I touch anything.")
                        .calling("read", path("Cart.java"))
                        .calling("read", path("CartTest.java")),
                ScriptedAnswer.saying("The checks should show the bug. I run them first.")
                        .calling("bash", Json.Obj.EMPTY.with("command", RUN)),
                ScriptedAnswer.saying(
                                "Red, as expected: the border itself is left out. I change `>` to `>=`.")
                        .calling(
                                "edit",
                                path("Cart.java")
                                        .with("old_text", "sum > DISCOUNT_FROM")
                                        .with("new_text", "sum >= DISCOUNT_FROM")),
                ScriptedAnswer.saying("Now the checks again.")
                        .calling("bash", Json.Obj.EMPTY.with("command", RUN)),
                ScriptedAnswer.saying(
                        "An order of exactly 100.00 now gets its ten percent: `Cart.total` compared with `>` where the rule says \"from 100.00 on\". All 3 checks pass."));
    }

    private static Json.Obj path(String path) {
        return Json.Obj.EMPTY.with("path", path);
    }
}
