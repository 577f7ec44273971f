package dev.deft.app.terminal.editor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Theme;
import dev.deft.host.Bytes;
import dev.deft.tool.Attachment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputEditorTest {

    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', 1, 2, 3};

    private final List<String> notices = new ArrayList<>();
    private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    private Optional<byte[]> clipboard = Optional.empty();
    private Completer completer = Completer.NOTHING;
    private InputHistory history;
    private InputEditor editor;

    @TempDir private Path directory;

    @BeforeEach
    void open() {
        history = InputHistory.open(directory.resolve("history"), notices::add);
        editor =
                new InputEditor(
                        new EditorContext(
                                new Theme(true),
                                history,
                                (text, cursor) -> completer.complete(text, cursor),
                                () -> clipboard,
                                directory,
                                notices::add,
                                tasks::add));
    }

    @Test
    void submitsOnce() {
        type("hello");
        press("enter");
        assertThat(editor.submitted()).contains(new Submission("hello", List.of()));
        assertThat(editor.submitted()).isEmpty();
        assertThat(editor.isEmpty()).isTrue();
        assertThat(history.entries()).containsExactly("hello");
    }

    @Test
    void doesNotSubmitBlanks() {
        type("  ");
        press("enter");
        assertThat(editor.submitted()).isEmpty();
    }

    @Test
    void beginsNewLines() {
        type("a");
        press("shift-enter");
        type("b");
        press("alt-enter");
        type("c");
        press("ctrl-j");
        type("d\\");
        press("enter");
        type("e");
        assertThat(editor.text()).isEqualTo("a\nb\nc\nd\ne");
        assertThat(editor.submitted()).isEmpty();
    }

    @Test
    void editsLikeEmacs() {
        type("one two three");
        press("ctrl-a", "alt-f", "ctrl-k");
        assertThat(editor.text()).isEqualTo("one");
        press("ctrl-y", "ctrl-w", "ctrl-w");
        assertThat(editor.text()).isEqualTo("one ");
        press("ctrl-y");
        assertThat(editor.text()).isEqualTo("one two three");
        press("alt-b", "alt-backspace", "alt-d");
        assertThat(editor.text()).isEqualTo("one ");
        press("ctrl-u");
        type("ab");
        press("ctrl-t", "ctrl-b", "ctrl-d");
        assertThat(editor.text()).isEqualTo("b");
        press("ctrl-h", "ctrl-h");
        assertThat(editor.isEmpty()).isTrue();
    }

    @Test
    void undoesWordByWord() {
        type("one");
        press("space");
        type("two");
        press("ctrl-_");
        assertThat(editor.text()).isEqualTo("one");
        press("ctrl-_", "ctrl-_", "ctrl-_");
        assertThat(editor.text()).isEmpty();
    }

    @Test
    void deletesWhatTheUserSeesAsOneCharacter() {
        editor.press(new Key.Text("👩‍👩‍👧"));
        type("e");
        editor.press(new Key.Text("\u0301"));
        press("backspace");
        assertThat(editor.text()).isEqualTo("👩‍👩‍👧");
        press("backspace");
        assertThat(editor.text()).isEmpty();
    }

    @Test
    void leavesKeysToOthersThatMeanNothingHere() {
        for (String name : List.of("esc", "ctrl-c", "ctrl-d", "tab", "pageup", "ctrl-l", "f1")) {
            assertThat(editor.press(new Key.Press(name))).as(name).isFalse();
        }
        assertThat(editor.press(new Key.Focus(true))).isFalse();
    }

    @Test
    void walksThroughTheHistoryAndKeepsTheDraft() {
        history.add("first");
        history.add("second");
        type("draft");
        press("up");
        assertThat(editor.text()).isEqualTo("second");
        press("up", "up");
        assertThat(editor.text()).isEqualTo("first");
        press("down", "down");
        assertThat(editor.text()).isEqualTo("draft");
        press("down");
        assertThat(editor.text()).isEqualTo("draft");
    }

    @Test
    void movesBetweenTheLinesOnTheScreen() {
        history.add("old");
        type("0123456789abcdefghij");
        editor.draw(13, 30);
        press("up");
        type("X");
        assertThat(editor.text()).isEqualTo("012345678X9abcdefghij");
        press("up", "up");
        assertThat(editor.text()).isEqualTo("old");
    }

    @Test
    void searchesTheHistory() {
        history.add("git status");
        history.add("mvn test");
        history.add("git push");
        press("ctrl-r");
        type("git");
        assertThat(lines(40, 12)).containsExactly("› git push", "  search: git");
        press("ctrl-r");
        assertThat(lines(40, 12)).containsExactly("› git status", "  search: git");
        press("ctrl-r");
        assertThat(lines(40, 12)).containsExactly("› git status", "  no match: git");
        press("enter");
        assertThat(editor.text()).isEqualTo("git status");
        press("ctrl-r");
        type("mvn");
        press("esc");
        assertThat(editor.text()).isEqualTo("git status");
    }

    @Test
    void shortensALongPaste() {
        String pasted = "line\n".repeat(42);
        type("see ");
        editor.press(new Key.Pasted(pasted));
        assertThat(lines(60, 12)).containsExactly("› see [Pasted text #1, 42 lines]");
        press("left");
        type("x");
        press("right", "backspace");
        assertThat(editor.text()).isEqualTo("see x");
        press("ctrl-_", "enter");
        assertThat(editor.submitted()).contains(new Submission("see x" + pasted, List.of()));
    }

    @Test
    void insertsAShortPaste() {
        editor.press(new Key.Pasted("two\nlines"));
        editor.press(new Key.Pasted(" word\n"));
        assertThat(editor.text()).isEqualTo("two\nlines word");
    }

    @Test
    void attachesAPastedImage() throws IOException {
        Path image = directory.resolve("my shot.png");
        Files.write(image, PNG);
        editor.press(new Key.Pasted("'" + image + "'"));
        editor.press(new Key.Pasted(image.toString().replace(" ", "\\ ") + "\n"));
        editor.press(new Key.Pasted(image.toUri().toString()));
        press("backspace");
        type(" look");
        press("enter");
        var attachment = new Attachment("my shot.png", "image/png", Bytes.of(PNG));
        assertThat(editor.submitted())
                .contains(
                        new Submission(
                                "[Image #1: my shot.png][Image #2: my shot.png] look",
                                List.of(attachment, attachment)));
    }

    @Test
    void takesOtherPathsAsText() throws IOException {
        Path fake = directory.resolve("fake.png");
        Files.writeString(fake, "no image");
        editor.press(new Key.Pasted(fake.toString()));
        editor.press(new Key.Pasted(" /missing/a.png"));
        assertThat(editor.text()).isEqualTo(fake + " /missing/a.png");
        assertThat(notices).containsExactly("fake.png is not a PNG, JPEG, GIF or WebP image.");
    }

    @Test
    void attachesAnImageOfTheClipboard() throws InterruptedException {
        press("ctrl-v");
        runTask();
        assertThat(notices).containsExactly("There is no image in the clipboard.");
        clipboard = Optional.of(PNG);
        press("ctrl-v");
        runTask();
        assertThat(editor.text()).isEqualTo("[Image #1: clipboard.png]");
        clipboard = Optional.of(new byte[ImageFile.MOST_BYTES + 1]);
        press("ctrl-v");
        runTask();
        assertThat(notices.getLast()).contains("larger than 20 MB");
    }

    private void runTask() throws InterruptedException {
        Optional.ofNullable(tasks.poll(5, TimeUnit.SECONDS)).orElseThrow().run();
    }

    @Test
    void asksForTheEditorOfTheUser() {
        type("text");
        press("ctrl-x", "ctrl-e");
        assertThat(editor.wantsExternalEditor()).contains("text");
        assertThat(editor.wantsExternalEditor()).isEmpty();
        press("ctrl-g");
        assertThat(editor.wantsExternalEditor()).contains("text");
        editor.text("edited\ntext");
        assertThat(editor.text()).isEqualTo("edited\ntext");
    }

    @Test
    void keepsImagesOfAnEditedText() throws InterruptedException {
        clipboard = Optional.of(PNG);
        press("ctrl-v");
        runTask();
        editor.text("before [Image #1: clipboard.png] [Image #2: other.png]");
        press("enter");
        assertThat(editor.submitted().orElseThrow().attachments()).hasSize(1);
    }

    @Test
    void completesCommandsAndFiles() {
        completer =
                (text, cursor) ->
                        text.startsWith("/")
                                ? commands(text.substring(0, cursor))
                                : List.of(new Candidate("@src/", "src/", "", text.indexOf('@')));
        type("/mo");
        assertThat(lines(40, 12))
                .containsExactly("› /mo", "› /model   choose a model", "  /memory  what is kept");
        press("down", "tab");
        assertThat(editor.text()).isEqualTo("/memory");
        assertThat(lines(40, 12)).containsExactly("› /memory");
        press("enter");
        assertThat(editor.submitted()).contains(new Submission("/memory", List.of()));
        type("look at @s");
        press("enter");
        assertThat(editor.text()).isEqualTo("look at @src/");
        assertThat(editor.submitted()).isEmpty();
    }

    private static List<Candidate> commands(String typed) {
        return List.of(
                        new Candidate("/model", "/model", "choose a model", 0),
                        new Candidate("/memory", "/memory", "what is kept", 0))
                .stream()
                .filter(it -> it.insert().startsWith(typed) || typed.equals("/mo"))
                .toList();
    }

    @Test
    void closesThePopupForTheWord() {
        completer = (_, _) -> List.of(new Candidate("/model", "/model", "", 0));
        type("/m");
        press("esc");
        type("o");
        assertThat(lines(40, 12)).containsExactly("› /mo");
        press("ctrl-u");
        type("/");
        assertThat(lines(40, 12)).hasSize(2);
    }

    @Test
    void asksTheCompleterAgainWhenToldTo() {
        type("@x");
        completer = (_, _) -> List.of(new Candidate("@xyz", "xyz", "", 0));
        editor.refreshCompletion();
        assertThat(lines(40, 12)).containsExactly("› @x", "› xyz");
    }

    @Test
    void growsToAThirdOfTheScreenAndScrolls() {
        for (int i = 0; i < 10; i++) {
            type("line " + i);
            press("ctrl-j");
        }
        assertThat(lines(40, 12)).containsExactly("  line 7", "  line 8", "  line 9", "");
        for (int i = 0; i < 10; i++) {
            press("up");
        }
        assertThat(lines(40, 12)).containsExactly("› line 0", "  line 1", "  line 2", "  line 3");
    }

    @Test
    void wrapsByColumns() {
        type("日本語日本語ab");
        Frame frame = editor.draw(9, 30);
        assertThat(text(frame)).containsExactly("› 日本語", "  日本語", "  ab");
        assertThat(frame.cursor()).contains(new Frame.Cursor(2, 4));
    }

    @Test
    void showsHostileCharactersByName() {
        editor.press(new Key.Pasted("a\u202eb\udb40\udc41"));
        assertThat(lines(60, 12)).containsExactly("› a⟨U+202E⟩b⟨U+E0041⟩");
    }

    @Test
    void showsAPlaceholder() {
        editor.placeholder("Ask anything");
        assertThat(lines(40, 12)).containsExactly("› Ask anything");
        assertThat(lines(8, 12)).containsExactly("› Ask anything".substring(0, 7) + "…");
        type("x");
        assertThat(lines(40, 12)).containsExactly("› x");
    }

    @Test
    void takesBackQueuedMessages() {
        type("new");
        editor.prepend("queued");
        type("!");
        editor.append("last");
        assertThat(editor.text()).isEqualTo("queued\nnew!\nlast");
    }

    @Test
    void anyKeysLeaveWhatASimpleModelHas() {
        var random = new Random(9);
        for (int run = 0; run < 300; run++) {
            open();
            List<String> model = new ArrayList<>();
            int cursor = 0;
            for (int step = 0; step < 60; step++) {
                switch (random.nextInt(8)) {
                    case 0 -> {
                        press("left");
                        cursor = Math.max(0, cursor - 1);
                    }
                    case 1 -> {
                        press("right");
                        cursor = Math.min(model.size(), cursor + 1);
                    }
                    case 2 -> {
                        press("backspace");
                        if (cursor > 0) {
                            model.remove(--cursor);
                        }
                    }
                    case 3 -> {
                        press("delete");
                        if (cursor < model.size()) {
                            model.remove(cursor);
                        }
                    }
                    case 4 -> {
                        press("ctrl-home");
                        cursor = 0;
                    }
                    default -> {
                        String text = List.of("a", "日", "é", "ש", " ", "👍").get(random.nextInt(6));
                        editor.press(new Key.Text(text));
                        model.add(cursor++, text);
                    }
                }
                assertThat(editor.text()).isEqualTo(String.join("", model));
            }
        }
    }

    @Test
    void anyKeysFitTheScreen() {
        history.add("old\nentry");
        completer =
                (text, cursor) ->
                        List.of(
                                new Candidate(
                                        "@" + text, "label\u001b", "detail", Math.min(1, cursor)));
        var random = new Random(10);
        List<String> names =
                List.of(
                        "up",
                        "down",
                        "left",
                        "right",
                        "ctrl-r",
                        "enter",
                        "tab",
                        "esc",
                        "ctrl-k",
                        "ctrl-u",
                        "ctrl-w",
                        "ctrl-y",
                        "ctrl-t",
                        "ctrl-_",
                        "alt-b",
                        "alt-d",
                        "ctrl-j",
                        "home",
                        "end",
                        "backspace",
                        "delete",
                        "ctrl-x",
                        "ctrl-g",
                        "f5");
        List<String> texts =
                List.of("a", "@", "/", "\\", "\u0301", "日", "\u200d", "👩", "🇫", "\t");
        for (int step = 0; step < 5_000; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> press(names.get(random.nextInt(names.size())));
                case 2 ->
                        editor.press(
                                new Key.Pasted(
                                        random.nextInt(20) == 0 ? "x\n".repeat(9) : "p\u0007 "));
                default -> editor.press(new Key.Text(texts.get(random.nextInt(texts.size()))));
            }
            int columns = 1 + random.nextInt(50);
            int rows = 1 + random.nextInt(30);
            Frame frame = editor.draw(columns, rows);
            assertThat(frame.lines()).allMatch(it -> it.columnLength() <= columns);
            assertThat(frame.lines().size()).isLessThanOrEqualTo(Math.max(2, rows));
            Frame.Cursor cursor = frame.cursor().orElseThrow();
            assertThat(cursor.line()).isBetween(0, frame.lines().size() - 1);
            assertThat(cursor.column()).isBetween(0, columns - 1);
            editor.submitted();
        }
    }

    private void type(String text) {
        text.codePoints().forEach(it -> editor.press(new Key.Text(Character.toString(it))));
    }

    private void press(String... names) {
        for (String name : names) {
            editor.press(new Key.Press(name));
        }
    }

    private List<String> lines(int columns, int rows) {
        return text(editor.draw(columns, rows));
    }

    private static List<String> text(Frame frame) {
        return frame.lines().stream()
                .map(AttributedString::toString)
                .map(String::stripTrailing)
                .toList();
    }
}
