package dev.deft.app.interactive.slash;

import dev.deft.agent.model.Usage;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Engine;
import dev.deft.engine.Session;
import dev.deft.engine.Workspace;
import dev.deft.mcp.client.McpServers;
import dev.deft.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/// A conversation without a terminal, over a real session. What a command does is noted in order;
/// dialogs wait for keys.
final class FakeConversation implements SlashContext, AutoCloseable {

    private final Map<String, String> environment;
    private final Engine engine;
    private final Workspace workspace;
    private final Session session;
    private final List<String> done = new ArrayList<>();
    private Optional<McpServers> servers = Optional.empty();
    private Optional<Shown<?>> shown = Optional.empty();

    private record Shown<T>(Dialog<T> dialog, Consumer<T> take) {

        boolean press(Key key) {
            boolean _ = dialog.press(key);
            return dialog.answer().isPresent();
        }

        void settle() {
            dialog.answer().ifPresent(take);
        }
    }

    FakeConversation(Path directory, ScriptedModel model, Map<String, String> more)
            throws IOException {
        Path root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Map<String, String> all = new TreeMap<>(more);
        all.put("DEFT_HOME", directory.resolve("home").toString());
        all.put("PATH", System.getenv("PATH"));
        environment = Map.copyOf(all);
        engine = Engine.builder().environment(environment).model(model).notices(_ -> {}).build();
        workspace = engine.workspace(root);
        session =
                workspace
                        .session()
                        .agent(AgentSpec.standard().allow("write", "**").allow("bash", "*"))
                        .id("s")
                        .open();
    }

    FakeConversation(Path directory, ScriptedModel model) throws IOException {
        this(directory, model, Map.of());
    }

    /// Runs a command as the user writes it.
    ///
    /// @return what it did
    List<String> run(String line) {
        done.clear();
        String[] words = line.substring(1).split(" ", 2);
        BuiltInCommands.find(words[0])
                .orElseThrow()
                .action()
                .run(words.length > 1 ? words[1].strip() : "", this);
        return List.copyOf(done);
    }

    /// Presses keys in the dialog that is shown: names of keys, or text to type.
    ///
    /// @return what was done then
    List<String> press(String... keys) {
        done.clear();
        for (String key : keys) {
            Shown<?> now = shown.orElseThrow();
            boolean named = List.of("enter", "esc", "down", "up").contains(key);
            boolean over =
                    named
                            ? now.press(new Key.Press(key))
                            : key.chars()
                                    .mapToObj(Character::toString)
                                    .map(it -> now.press(new Key.Text(it)))
                                    .reduce(false, (_, last) -> last);
            if (over) {
                shown = Optional.empty();
                now.settle();
            }
        }
        return List.copyOf(done);
    }

    /// The dialog as it is drawn.
    String dialog() {
        return text(shown.orElseThrow().dialog().draw(100, 30).lines());
    }

    private static String text(List<AttributedString> lines) {
        return lines.stream()
                .map(it -> it.toString().stripTrailing())
                .collect(Collectors.joining("\n"));
    }

    boolean asks() {
        return shown.isPresent();
    }

    Path root() {
        return workspace.root();
    }

    @Override
    public Theme theme() {
        return new Theme(true);
    }

    @Override
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public Workspace workspace() {
        return workspace;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public Optional<McpServers> servers() {
        return servers;
    }

    /// From now on there are these servers.
    void use(McpServers open) {
        servers = Optional.of(open);
    }

    @Override
    public String model() {
        return "anthropic/claude-sonnet-4-5";
    }

    @Override
    public String agent() {
        return session.agent().name();
    }

    @Override
    public Totals totals() {
        return new Totals(Usage.NONE, OptionalDouble.empty());
    }

    @Override
    public boolean isWorking() {
        return false;
    }

    @Override
    public Map<String, String> subAgents() {
        return Map.of();
    }

    @Override
    public Map<String, String> ownCommands() {
        return Map.of("review", "Reviews one file");
    }

    @Override
    public void print(Function<Integer, List<AttributedString>> lines) {
        done.add("print\n" + text(lines.apply(80)));
    }

    @Override
    public void note(String text) {
        done.add("note " + text);
    }

    @Override
    public void warn(String text) {
        done.add("warn " + text);
    }

    @Override
    public void error(String text) {
        done.add("error " + text);
    }

    @Override
    public void page(String title, Function<Integer, List<AttributedString>> lines) {
        done.add("page " + title + "\n" + text(lines.apply(80)));
    }

    @Override
    public <T> void ask(Dialog<T> dialog, Consumer<T> take) {
        shown = Optional.of(new Shown<>(dialog, take));
    }

    @Override
    public <T> void work(String label, Callable<T> work, Consumer<T> then) {
        T result;
        try {
            result = work.call();
        } catch (Exception e) {
            error(String.valueOf(e.getMessage()));
            return;
        }
        then.accept(result);
    }

    @Override
    public void useAgent(String name) {
        done.add("agent " + name);
    }

    @Override
    public void useModel(String name) {
        done.add("model " + name);
    }

    @Override
    public void open(String sessionId) {
        done.add("open " + sessionId);
    }

    @Override
    public void openNew() {
        done.add("new session");
    }

    @Override
    public void reload() {
        done.add("reload");
    }

    @Override
    public void send(String text) {
        done.add("send " + text);
    }

    @Override
    public void edit(String text) {
        done.add("edit " + text);
    }

    @Override
    public void clearScreen() {
        done.add("clear screen");
    }

    @Override
    public void leave() {
        done.add("leave");
    }

    @Override
    public void close() throws IOException {
        try (var _ = engine;
                var _ = workspace) {
            session.close();
        }
    }
}
