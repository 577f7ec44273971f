package dev.deft.engine.program;

import dev.deft.codec.JsonText;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.tool.Description;
import dev.deft.tool.Raw;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A tool that is a program: it reads its arguments as JSON and prints its result.
final class ProgramTool implements Tool<Raw> {

    private static final String WORKSPACE = "{workspace}";
    private static final int HTTPS = 443;

    /// Between the timeout of the program and that of the call.
    private static final Duration AFTERWARDS = Duration.ofSeconds(15);

    private static final int LAST_CHARACTERS = 2_000;

    private final ToolDescription description;

    ProgramTool(ToolDescription description) {
        this.description = description;
    }

    /// The result of a program.
    ///
    /// @param output what it printed: a JSON value, or text
    /// @param sandbox the sandbox it ran in
    public record Data(Json output, String sandbox) {}

    @Override
    public ToolSpec<Raw> spec() {
        return new ToolSpec<>(
                description.id(),
                new Description.Text(description.text()),
                Raw.class,
                Optional.of(description.parameters()),
                description.requires(),
                description.category(),
                description.kind(),
                Limits.DEFAULT.withTimeout(description.timeout().plus(AFTERWARDS)),
                false);
    }

    /// Everything it requires, whatever its arguments are: a program can use all of it.
    @Override
    public List<Touch> touches(Raw params, WorkspaceFiles files) throws IOException {
        List<Touch> touches = new ArrayList<>();
        for (String it : description.requires().read()) {
            touches.add(
                    tree(it)
                            ? Touch.readingTree(files.resolve(place(it)))
                            : Touch.reading(files.resolve(place(it))));
        }
        for (String it : description.requires().write()) {
            touches.add(
                    tree(it)
                            ? Touch.writingTree(files.resolve(place(it)))
                            : Touch.writing(files.resolve(place(it))));
        }
        for (String it : description.requires().hosts()) {
            touches.add(Touch.fetching(it.matches(".*:[0-9]+") ? it : it + ":" + HTTPS));
        }
        return touches;
    }

    private static boolean tree(String pattern) {
        return pattern.endsWith(Touch.TREE);
    }

    private static String place(String pattern) {
        String path = pattern.substring(WORKSPACE.length());
        String plain = tree(path) ? path.substring(0, path.length() - Touch.TREE.length()) : path;
        return plain.isEmpty() ? "." : plain.substring(1);
    }

    @Override
    public ToolResult run(Raw params, Host host) throws IOException, InterruptedException {
        Shell.Result ended =
                host.handle(Programs.class)
                        .run(
                                description,
                                JsonText.write(params.arguments()),
                                host.limits().outputBytes(),
                                host::sidecar);
        if (ended.cause() != Shell.Cause.EXITED) {
            return ToolResult.failure(
                    ErrorCode.TIMEOUT,
                    "%s took longer than %d ms and was ended with everything it had started.%s"
                            .formatted(
                                    description.id(),
                                    description.timeout().toMillis(),
                                    last(ended.output().stderr())));
        }
        if (ended.exitCode() != 0) {
            return ToolResult.failure(
                    ErrorCode.IO_ERROR,
                    "%s ended with %s.%s"
                            .formatted(
                                    description.id(),
                                    ended.signal().orElse("exit code " + ended.exitCode()),
                                    last(ended.output().stderr())));
        }
        return shown(ended);
    }

    private static String last(String printed) {
        String text = printed.strip();
        return text.isEmpty()
                ? " It printed no error."
                : " The last it said:\n"
                        + text.substring(Math.max(0, text.length() - LAST_CHARACTERS));
    }

    private ToolResult shown(Shell.Result ended) {
        String printed = ended.output().stdout();
        if (ended.output().truncated()) {
            var data = new Data(new Json.Str(printed), ended.sandbox());
            return ToolResult.output(data, ended.output().output(), description.id()).asHead();
        }
        Json output = output(printed);
        String text = output instanceof Json.Str(String plain) ? plain : JsonText.write(output);
        return ToolResult.output(new Data(output, ended.sandbox()), text, description.id());
    }

    /// The value of `output` of a JSON object, any other JSON, or the text.
    private static Json output(String printed) {
        try {
            Json json = JsonText.parse(printed);
            return json instanceof Json.Obj object ? object.find("output").orElse(object) : json;
        } catch (JsonSyntaxException _) {
            return new Json.Str(printed);
        }
    }
}
