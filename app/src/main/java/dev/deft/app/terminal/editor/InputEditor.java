package dev.deft.app.terminal.editor;

import dev.deft.app.terminal.ui.Frame;
import dev.deft.app.terminal.ui.Key;
import dev.deft.app.terminal.ui.Widget;
import dev.deft.tool.Attachment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Where the user writes messages.
public final class InputEditor implements Widget {

    private final EditorContext context;
    private final TextBuffer buffer = new TextBuffer();
    private final HistoryWalk walk;
    private final Completion completion;
    private final PasteTokens tokens;
    private final InputView view;
    private final CompletionView popup;

    private Optional<HistorySearch> search = Optional.empty();
    private Optional<Submission> submitted = Optional.empty();
    private String placeholder = "";
    private boolean externalEditor;

    /// Whether Ctrl-X was pressed, which begins a command of two keys.
    private boolean prefix;

    /// The column that moves up and down try to keep.
    private OptionalInt goal = OptionalInt.empty();

    /// As drawn last: moves between lines follow what the user sees.
    private int columns = 80;

    public InputEditor(EditorContext context) {
        this.context = context;
        this.walk = new HistoryWalk(context.history());
        this.completion = new Completion(context.completer());
        this.tokens = new PasteTokens(context.home(), context.notices());
        this.view = new InputView(context.theme());
        this.popup = new CompletionView(context.theme());
    }

    @Override
    public Frame draw(int columns, int rows) {
        this.columns = columns;
        if (search.isPresent()) {
            List<Piece> found = search.get().match().map(Piece::split).orElse(buffer.pieces());
            return view.draw(found, 0, columns, rows).above(view.search(search.get(), columns));
        }
        Frame input =
                isEmpty() && !placeholder.isEmpty()
                        ? view.placeholder(placeholder, columns)
                        : view.draw(buffer.pieces(), buffer.cursor(), columns, rows);
        int left = rows - input.lines().size();
        return input.above(Frame.of(popup.draw(completion, columns, left)));
    }

    @Override
    public boolean press(Key key) {
        return switch (key) {
            case Key.Text(String text) -> type(text);
            case Key.Pasted(String text) -> paste(text);
            case Key.Press(String name) -> press(name);
            case Key.Focus _ -> false;
        };
    }

    private boolean type(String text) {
        prefix = false;
        if (search.isPresent()) {
            search.get().type(text);
            return true;
        }
        buffer.type(text);
        return edited();
    }

    private boolean edited() {
        goal = OptionalInt.empty();
        refreshCompletion();
        return true;
    }

    private boolean paste(String text) {
        if (search.isPresent()) {
            search.get().type(text.replace('\n', ' '));
            return true;
        }
        buffer.insert(tokens.paste(text));
        return edited();
    }

    private boolean press(String name) {
        boolean second = prefix;
        prefix = false;
        if (search.isPresent() && pressInSearch(search.get(), name)) {
            return true;
        }
        if (second && name.equals("ctrl-e")) {
            externalEditor = true;
            return true;
        }
        if (completion.isOpen() && pressInPopup(name)) {
            return true;
        }
        return command(name) || editOrMove(name);
    }

    private boolean pressInSearch(HistorySearch running, String name) {
        switch (name) {
            case "ctrl-r" -> running.older();
            case "backspace", "ctrl-h" -> running.erase();
            case "space" -> running.type(" ");
            case "esc", "ctrl-c", "ctrl-g" -> search = Optional.empty();
            case "enter", "tab" -> takeMatch(running);
            default -> {
                takeMatch(running);
                return false;
            }
        }
        return true;
    }

    private void takeMatch(HistorySearch running) {
        running.match().ifPresent(it -> buffer.set(Piece.split(it)));
        search = Optional.empty();
        completion.close();
    }

    private boolean pressInPopup(String name) {
        switch (name) {
            case "up", "ctrl-p", "shift-tab" -> completion.move(-1);
            case "down", "ctrl-n" -> completion.move(1);
            case "tab" -> completion.selected().ifPresent(this::accept);
            case "esc" -> completion.dismiss();
            case "enter" -> {
                Optional<Candidate> chosen = completion.selected();
                if (chosen.isEmpty() || completion.isTyped(chosen.get())) {
                    return false;
                }
                accept(chosen.get());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void accept(Candidate candidate) {
        int from = buffer.at(candidate.from());
        buffer.delete(from, buffer.cursor());
        buffer.insert(Piece.split(candidate.insert()));
        edited();
    }

    private boolean command(String name) {
        switch (name) {
            case "enter" -> enter();
            case "ctrl-r" -> search = Optional.of(new HistorySearch(context.history().entries()));
            case "ctrl-g" -> externalEditor = true;
            case "ctrl-x" -> prefix = true;
            case "ctrl-v" -> pasteImage();
            case "up", "ctrl-p" -> vertical(-1);
            case "down", "ctrl-n" -> vertical(1);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean editOrMove(String name) {
        if (isEmpty() && (name.equals("ctrl-d") || name.equals("ctrl-t"))) {
            return false;
        }
        return EditKeys.press(name, buffer) && edited();
    }

    /// Submits, unless the line ends with a backslash: then the next line begins.
    private void enter() {
        int cursor = buffer.cursor();
        if (cursor > 0 && buffer.pieces().get(cursor - 1).text().equals("\\")) {
            buffer.delete(cursor - 1, cursor);
            buffer.type("\n");
            edited();
            return;
        }
        String text = buffer.full();
        if (!text.isBlank()) {
            submitted = Optional.of(new Submission(text, attachments()));
            context.history().add(text);
            clear();
        }
    }

    private List<Attachment> attachments() {
        List<Attachment> images = new ArrayList<>();
        for (Piece piece : buffer.pieces()) {
            if (piece.token().isPresent()
                    && piece.token().get() instanceof Piece.Token.Image(Attachment image)) {
                images.add(image);
            }
        }
        return images;
    }

    private void clear() {
        buffer.reset();
        tokens.reset();
        walk.reset();
        completion.close();
    }

    /// Moves between the lines on the screen; beyond the first and last one through the history.
    private void vertical(int by) {
        TextLayout layout = TextLayout.of(buffer.pieces(), InputView.textWidth(columns));
        int row = layout.row(buffer.cursor()) + by;
        if (row < 0 || row >= layout.rows().size()) {
            goal = OptionalInt.empty();
            Optional<List<Piece>> entry =
                    by < 0 ? walk.older(buffer.pieces()) : walk.newer(buffer.pieces());
            entry.ifPresent(buffer::set);
            completion.close();
            return;
        }
        int column = goal.orElse(layout.column(buffer.cursor()));
        goal = OptionalInt.of(column);
        buffer.moveTo(layout.place(row, column));
    }

    private void pasteImage() {
        Thread.ofVirtual()
                .start(() -> {
                    Optional<byte[]> image = context.clipboard().image();
                    context.userInterface().execute(() -> attach(image));
                });
    }

    private void attach(Optional<byte[]> image) {
        if (image.isEmpty()) {
            context.notices().accept("There is no image in the clipboard.");
            return;
        }
        try {
            Attachment attachment = ImageFile.of("clipboard.png", image.get());
            buffer.insert(List.of(tokens.image(attachment)));
            edited();
        } catch (IOException e) {
            context.notices().accept(String.valueOf(e.getMessage()));
        }
    }

    /// Asks the completer again, after it learned more.
    public void refreshCompletion() {
        completion.update(buffer.seen(), buffer.seen(0, buffer.cursor()).length());
    }

    /// The message that the user finished, once.
    public Optional<Submission> submitted() {
        Optional<Submission> taken = submitted;
        submitted = Optional.empty();
        return taken;
    }

    /// The text that the user wants to edit in an editor of their own, once.
    public Optional<String> wantsExternalEditor() {
        boolean wanted = externalEditor;
        externalEditor = false;
        return wanted ? Optional.of(text()) : Optional.empty();
    }

    /// The input, with pasted texts in full.
    public String text() {
        return buffer.full();
    }

    /// Replaces the input. Labels of images that were in it stay what they are.
    public void text(String text) {
        buffer.set(tokens.restore(text));
        walk.reset();
        completion.close();
    }

    public boolean isEmpty() {
        return buffer.pieces().isEmpty();
    }

    /// Adds a text below what is there, with the cursor behind it.
    public void append(String text) {
        List<Piece> all = new ArrayList<>(buffer.pieces());
        all.addAll(Piece.split(all.isEmpty() ? text : "\n" + text));
        buffer.set(all);
        completion.close();
    }

    /// Adds a text above what is there; the cursor stays in what is there.
    public void prepend(String text) {
        List<Piece> all = Piece.split(isEmpty() ? text : text + "\n");
        int cursor = isEmpty() ? all.size() : all.size() + buffer.cursor();
        all.addAll(buffer.pieces());
        buffer.set(all);
        buffer.moveTo(cursor);
        completion.close();
    }

    /// What an empty input shows.
    public void placeholder(String text) {
        placeholder = text;
    }
}
