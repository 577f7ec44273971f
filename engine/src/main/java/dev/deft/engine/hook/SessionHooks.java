package dev.deft.engine.hook;

import dev.deft.agent.config.HookSettings;
import dev.deft.agent.config.Trust;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.output.SecretMask;
import dev.deft.process.filter.FilterProgram;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The hooks of a session. Those of one event run side by side; one that fails is told and harms
/// nothing, unless it is `required`.
public final class SessionHooks {

    /// A session without hooks.
    public static final SessionHooks NONE =
            new SessionHooks(
                    List.of(),
                    new Place(Path.of("."), Map.of(), () -> Trust.UNKNOWN),
                    "",
                    "",
                    SecretMask.KEYS_ONLY,
                    _ -> {});

    private final List<HookSettings> hooks;
    private final Place place;
    private final String session;
    private final String agent;
    private final SecretMask mask;
    private final Consumer<String> notices;
    private final Map<String, String> contexts = new ConcurrentHashMap<>();

    /// Where hooks run.
    ///
    /// @param environment their whole environment, without secrets
    /// @param trust what the user trusts now
    public record Place(
            Path root, Map<String, String> environment, HookSettings.TrustReader trust) {

        public Place {
            environment = Map.copyOf(environment);
        }
    }

    public SessionHooks(
            List<HookSettings> hooks,
            Place place,
            String session,
            String agent,
            SecretMask mask,
            Consumer<String> notices) {
        this.hooks = List.copyOf(hooks);
        this.place = place;
        this.session = session;
        this.agent = agent;
        this.mask = mask;
        this.notices = notices;
    }

    /// What the hooks of an event say together.
    ///
    /// @param denied why it must not happen
    /// @param asked why the user is to be asked
    /// @param context for the model, marked as that of hooks
    public record Answers(
            Optional<String> denied, Optional<String> asked, Optional<String> context) {

        static final Answers NOTHING =
                new Answers(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /// The hooks of an event about a tool.
    List<HookSettings> of(String event, String tool) {
        return hooks.stream().filter(it -> it.event().equals(event) && it.matches(tool)).toList();
    }

    /// Tells the hooks of an event and waits for all of them.
    ///
    /// @param fields what they are told besides the event, the session and the agent
    public Answers tell(String event, Json.Obj fields) throws InterruptedException {
        List<HookSettings> told = of(event, fields.text("tool").orElse(""));
        if (told.isEmpty()) {
            return Answers.NOTHING;
        }
        String input =
                JsonText.write(
                        mask.json(
                                Json.Obj.EMPTY
                                        .with("event", event)
                                        .with("session", session)
                                        .with("agent", agent)
                                        .with("root", place.root().toString())
                                        .withAll(fields)));
        List<Run> runs = new ArrayList<>();
        for (HookSettings hook : told) {
            var run = new Run(hook, input);
            run.thread = Thread.ofVirtual().name("hook " + event).start(run);
            runs.add(run);
        }
        try {
            for (Run run : runs) {
                run.thread.join();
            }
        } catch (InterruptedException e) {
            runs.forEach(it -> it.thread.interrupt());
            throw e;
        }
        return together(event, runs);
    }

    private Answers together(String event, List<Run> runs) {
        List<String> denied = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        var context = new StringBuilder();
        for (Run run : runs) {
            String name = run.hook.shown();
            if (run.problem.isPresent()) {
                String problem = "The hook %s %s".formatted(name, run.problem.get());
                if (run.hook.required()) {
                    denied.add(problem + "; it is required.");
                } else {
                    notices.accept(problem + ". It is skipped.");
                }
            }
            run.answer
                    .objection()
                    .ifPresent(it ->
                            (it.deny() ? denied : asked)
                                    .add(
                                            "The hook %s %s: %s"
                                                    .formatted(
                                                            name,
                                                            it.deny()
                                                                    ? "denies it"
                                                                    : "wants you asked",
                                                            mask.text(it.reason()))));
            run.answer.context().ifPresent(it -> context.append(tagged(event, name, it)));
        }
        return new Answers(
                joined(denied),
                joined(asked),
                context.isEmpty() ? Optional.empty() : Optional.of(context.toString()));
    }

    private static Optional<String> joined(List<String> reasons) {
        return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", reasons));
    }

    /// A hook cannot end the tag around its text.
    private String tagged(String event, String name, String text) {
        return "<hook event=\"%s\" program=\"%s\">\n%s\n</hook>\n"
                .formatted(
                        event,
                        name.replaceAll("[\"<>\\p{Cntrl}]", " "),
                        mask.text(text)
                                .replace("<hook", "&lt;hook")
                                .replace("</hook", "&lt;/hook"));
    }

    /// Keeps what a hook said before a call until its result is known.
    void keep(String callId, String context) {
        contexts.put(callId, context);
    }

    /// Adds to the result of a call what hooks say about it.
    public ToolResult.Output after(
            String callId, String tool, Json.Obj arguments, ToolResult.Output output)
            throws InterruptedException {
        String before = Optional.ofNullable(contexts.remove(callId)).orElse("");
        Answers answers =
                of("after_call", tool).isEmpty()
                        ? Answers.NOTHING
                        : tell(
                                "after_call",
                                Json.Obj.EMPTY
                                        .with("tool", tool)
                                        .with("args", arguments)
                                        .with("result", output.text()));
        String objections =
                answers.denied().map(it -> "[" + it + "]\n").orElse("")
                        + answers.asked().map(it -> "[" + it + "]\n").orElse("");
        String added = before + objections + answers.context().orElse("");
        if (added.isEmpty()) {
            return output;
        }
        String gap = output.text().isEmpty() || output.text().endsWith("\n") ? "" : "\n";
        return new ToolResult.Output(
                output.data(),
                output.text() + gap + added.stripTrailing(),
                output.title(),
                output.attachments(),
                output.head(),
                output.metadata());
    }

    private final class Run implements Runnable {

        private final HookSettings hook;
        private final String input;
        private Thread thread = Thread.currentThread();
        private volatile HookAnswer answer = HookAnswer.NOTHING;
        private volatile Optional<String> problem = Optional.empty();

        Run(HookSettings hook, String input) {
            this.hook = hook;
            this.input = input;
        }

        @Override
        public void run() {
            try {
                answer =
                        HookAnswer.read(
                                new FilterProgram(
                                                command(),
                                                place.root(),
                                                place.environment(),
                                                hook.timeout())
                                        .run(input));
            } catch (IOException e) {
                problem = Optional.of(String.valueOf(e.getMessage()));
            } catch (InterruptedException _) {
                problem = Optional.of("was interrupted");
            }
        }

        /// Programs with a path lie beside the file that names them; those of the workspace must be
        /// what the user trusted.
        private List<String> command() throws IOException {
            List<String> words = new ArrayList<>();
            for (String word : hook.command()) {
                boolean file = word.startsWith("./") || word.startsWith("../");
                Path path = file ? hook.home().resolve(word).normalize() : Path.of("/");
                words.add(file ? path.toString() : word);
                Path inside = file ? path : place.root().resolve(word).normalize();
                if (hook.project()
                        && inside.startsWith(place.root())
                        && Files.isRegularFile(inside)) {
                    Optional<String> objection =
                            place.trust().read().objection(place.root(), inside);
                    if (objection.isPresent()) {
                        throw new IOException("is not used: " + objection.get());
                    }
                }
            }
            return words;
        }
    }
}
