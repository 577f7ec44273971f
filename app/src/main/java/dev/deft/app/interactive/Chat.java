package dev.deft.app.interactive;

import dev.deft.agent.loop.RunOutcome;
import dev.deft.app.interactive.slash.SlashContext;
import dev.deft.app.terminal.device.TerminalDevice;
import dev.deft.app.terminal.dialog.Pager;
import dev.deft.app.terminal.editor.InputEditor;
import dev.deft.app.terminal.editor.Submission;
import dev.deft.app.terminal.ui.Dialog;
import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jline.utils.AttributedString;

/// The conversation at the terminal: takes keys, shows dialogs and pages, and draws.
///
/// Everything here runs on the thread of the screen, except where it says otherwise.
final class Chat implements DialogApprover.Dialogs {

    /// A second Ctrl-C or Esc within this time means more than the first one.
    private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();

    /// Who typed this recently is not answering a dialog that has just appeared.
    private static final long TYPING_NANOS = Interactive.TYPING.toNanos();

    private final TerminalDevice device;
    private final Theme theme;
    private final UiLoop loop;
    private final InputEditor editor;
    private final LiveTranscript transcript;
    private final Turns turns;
    private final ChatScreen screen;
    private final Attention attention;
    private final Deque<Shown<?>> dialogs = new ArrayDeque<>();
    private Optional<Pager> pager = Optional.empty();
    private Supplier<StatusLine> status;
    private Consumer<Submission> submitted = _ -> {};
    private Consumer<Key.Press> shortcuts = _ -> {};
    private String hint = "";
    private long lastInterrupt;
    private long lastTyped = System.nanoTime() - TYPING_NANOS;
    private boolean left;

    /// A dialog and who waits for its answer.
    ///
    /// @param typing whether the user was typing when it appeared: until they pause, their keys
    ///   still go to the editor
    private record Shown<T>(Dialog<T> dialog, Consumer<T> take, boolean typing) {

        boolean settle() {
            Optional<T> answer = dialog.answer();
            answer.ifPresent(take);
            return answer.isPresent();
        }
    }

    Chat(TerminalDevice device, Theme theme, UiLoop loop, InputEditor editor, StatusLine first) {
        this.device = device;
        this.theme = theme;
        this.loop = loop;
        this.editor = editor;
        this.transcript = new LiveTranscript(theme, device::columns);
        this.attention = new Attention(device::alert);
        this.turns = new Turns(loop, transcript, this::ended);
        this.screen = new ChatScreen(theme);
        this.status = () -> first;
    }

    LiveTranscript transcript() {
        return transcript;
    }

    Turns turns() {
        return turns;
    }

    InputEditor editor() {
        return editor;
    }

    TerminalDevice device() {
        return device;
    }

    Theme theme() {
        return theme;
    }

    UiLoop loop() {
        return loop;
    }

    void status(Supplier<StatusLine> facts) {
        status = facts;
    }

    /// Who gets what the user sends.
    void onSubmit(Consumer<Submission> consumer) {
        submitted = consumer;
    }

    /// Who gets keys that neither a dialog nor the editor takes.
    void onShortcut(Consumer<Key.Press> consumer) {
        shortcuts = consumer;
    }

    /// Runs until the user leaves.
    void run() throws InterruptedException {
        device.start(key -> loop.postKey(() -> press(key)), () -> loop.postKey(() -> {}));
        loop.run(this::draw, () -> transcript.isWorking() && pager.isEmpty());
    }

    private void draw() {
        int columns = device.columns();
        int rows = device.rows();
        if (pager.isPresent()) {
            pager.get().notice(dialogs.isEmpty() ? "" : "Deft needs your answer: press q");
            device.fullScreen(pager.get().draw(columns, rows));
            return;
        }
        boolean asked = !dialogs.isEmpty();
        Frame live =
                screen.draw(
                        transcript.open(columns),
                        turns.waiting().stream().map(Submission::text).toList(),
                        hint,
                        asked ? dialogs.getFirst().dialog() : editor,
                        !asked,
                        status.get(),
                        columns,
                        rows);
        device.draw(transcript.takePrinted(), live);
    }

    /// Takes a key.
    void press(Key key) {
        attention.seen(key);
        if (key instanceof Key.Focus) {
            return;
        }
        hint = "";
        if (key instanceof Key.Press(String name) && global(name)) {
            return;
        }
        if (pager.isPresent()) {
            pressPager(pager.get(), key);
        } else if (!dialogs.isEmpty() && !isTyping()) {
            pressDialog(dialogs.getFirst(), key);
        } else {
            pressEditor(key);
        }
    }

    /// Whether the user goes on typing what they began before a dialog appeared.
    private boolean isTyping() {
        return dialogs.getFirst().typing() && System.nanoTime() - lastTyped < TYPING_NANOS;
    }

    /// Keys with one meaning everywhere.
    private boolean global(String name) {
        return switch (name) {
            case "ctrl-c" -> {
                interruptOrLeave();
                yield true;
            }
            case "eof" -> {
                leave();
                yield true;
            }
            case "ctrl-z" -> {
                suspend();
                yield true;
            }
            case "ctrl-l" -> {
                device.clear();
                yield true;
            }
            default -> false;
        };
    }

    /// Stops the program like any job of the shell, until the shell continues it.
    private void suspend() {
        try {
            device.suspend();
        } catch (Exception e) {
            hint = String.valueOf(e.getMessage());
        }
    }

    private void pressPager(Pager open, Key key) {
        lastTyped = System.nanoTime();
        boolean _ = open.press(key);
        if (open.isClosed()) {
            pager = Optional.empty();
            device.leaveFullScreen();
        }
    }

    private <T> void pressDialog(Shown<T> shown, Key key) {
        boolean _ = shown.dialog().press(key);
        if (shown.dialog().answer().isPresent()) {
            dialogs.remove(shown);
            boolean _ = shown.settle();
        }
    }

    private void pressEditor(Key key) {
        lastTyped = System.nanoTime();
        boolean taken = editor.press(key);
        Optional<Submission> sent = editor.submitted();
        if (sent.isPresent()) {
            submitted.accept(sent.get());
        } else if (!taken && key instanceof Key.Press press) {
            shortcuts.accept(press);
        }
    }

    private void interruptOrLeave() {
        long now = System.nanoTime();
        boolean again = now - lastInterrupt < AGAIN_NANOS && lastInterrupt != 0;
        lastInterrupt = now;
        if (again) {
            leave();
            return;
        }
        if (turns.isWorking()) {
            interrupt();
        } else if (!editor.isEmpty()) {
            editor.text("");
        }
        hint = "Press Ctrl-C again to leave.";
    }

    /// Interrupts the turn; messages that waited come back into the editor.
    void interrupt() {
        List<Submission> unsent = turns.interrupt();
        if (!unsent.isEmpty()) {
            String text = unsent.stream().map(Submission::text).collect(Collectors.joining("\n"));
            editor.text(editor.isEmpty() ? text : text + "\n" + editor.text());
        }
    }

    void hint(String text) {
        hint = text;
    }

    private void ended(Optional<RunOutcome> outcome) {
        attention.needed("Deft has finished.");
    }

    void leave() {
        left = true;
        loop.end();
    }

    boolean hasLeft() {
        return left;
    }

    /// Opens a page that fills the screen.
    void page(String title, Function<Integer, List<AttributedString>> lines, Pager.Start start) {
        pager = Optional.of(new Pager(theme, title, lines::apply, start));
    }

    /// Shows a dialog that the user asked for: nothing they type is meant for the editor.
    <T> void ask(Dialog<T> dialog, Consumer<T> take) {
        dialogs.addFirst(new Shown<>(dialog, take, false));
    }

    /// May be called on any thread.
    @Override
    public <T> void show(Dialog<T> dialog, Consumer<T> take) {
        loop.post(() -> {
            boolean typing = pager.isPresent() || System.nanoTime() - lastTyped < TYPING_NANOS;
            dialogs.addLast(new Shown<>(dialog, take, typing));
            attention.needed("Deft needs your answer.");
        });
    }

    /// May be called on any thread.
    @Override
    public void withdraw(Dialog<?> dialog) {
        loop.post(() -> dialogs.removeIf(it -> it.dialog().equals(dialog)));
    }

    SlashContext.Totals totals() {
        return turns.totals();
    }
}
