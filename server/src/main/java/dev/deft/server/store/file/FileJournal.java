package dev.deft.server.store.file;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.server.store.EventJournal;
import dev.deft.server.store.LiveEvents;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// The journal in a file with one event on each line. The newest ones are kept.
final class FileJournal implements EventJournal, AutoCloseable {

    /// How many events are kept.
    static final int KEPT = 2_000;

    /// Numbers are skipped at each start: the last events before a crash may not have reached the
    /// disk, and no client may see one number twice.
    private static final long SKIPPED = 1_000;

    private final Path file;
    private final LiveEvents live;
    private final Deque<JournalEvent> events = new ArrayDeque<>();

    /// Not a channel, which an interrupted thread would close for everybody.
    private OutputStream out;

    private long last;
    private int lines;

    private FileJournal(Path file, LiveEvents live, List<JournalEvent> known) throws IOException {
        this.file = file;
        this.live = live;
        known.forEach(this::keep);
        this.last = known.isEmpty() ? 0 : known.getLast().number() + SKIPPED;
        this.out = rewritten();
    }

    static FileJournal open(Path file, LiveEvents live) throws IOException {
        List<JournalEvent> known = new ArrayList<>();
        if (Files.exists(file)) {
            for (String line : Files.readString(file).split("\n", -1)) {
                read(line).ifPresent(known::add);
            }
        }
        return new FileJournal(file, live, known);
    }

    /// A line that a crash cut is skipped.
    private static Optional<JournalEvent> read(String line) {
        try {
            Json.Obj json = JsonText.parseObject(line);
            return json.find("number").orElse(Json.Null.VALUE) instanceof Json.Num number
                            && json.find("data").orElse(Json.Null.VALUE) instanceof Json.Obj data
                    ? Optional.of(
                            new JournalEvent(
                                    number.asLong().orElse(0L),
                                    json.text("type").orElse(""),
                                    json.text("workspace").orElse(""),
                                    data))
                    : Optional.empty();
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static String line(JournalEvent event) {
        return JsonText.write(
                        Json.Obj.EMPTY
                                .with("number", Json.Num.of(event.number()))
                                .with("type", event.type())
                                .with("workspace", event.workspace())
                                .with("data", event.data()))
                + "\n";
    }

    private void keep(JournalEvent event) {
        events.addLast(event);
        if (events.size() > KEPT) {
            events.removeFirst();
        }
    }

    private OutputStream rewritten() throws IOException {
        var text = new StringBuilder();
        events.forEach(it -> text.append(line(it)));
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (OutputStream to = new FileOutputStream(fresh.toFile())) {
            to.write(text.toString().getBytes(StandardCharsets.UTF_8));
        }
        Files.move(
                fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        lines = events.size();
        return new FileOutputStream(file.toFile(), true);
    }

    @Override
    public long add(String type, String workspace, Json.Obj data) throws IOException {
        long number = append(type, workspace, data);
        live.publish(new LiveEvents.LiveEvent.Journaled(number));
        return number;
    }

    private synchronized long append(String type, String workspace, Json.Obj data)
            throws IOException {
        var event = new JournalEvent(last + 1, type, workspace, data);
        out.write(line(event).getBytes(StandardCharsets.UTF_8));
        last++;
        lines++;
        keep(event);
        if (lines > 2 * KEPT) {
            out.close();
            out = rewritten();
        }
        return last;
    }

    @Override
    public synchronized List<JournalEvent> after(long number, int most) {
        List<JournalEvent> found = new ArrayList<>();
        // From the end: most readers are nearly there.
        for (var it = events.descendingIterator(); it.hasNext(); ) {
            JournalEvent event = it.next();
            if (event.number() <= number) {
                break;
            }
            found.add(event);
        }
        return List.copyOf(found.reversed().subList(0, Math.min(most, found.size())));
    }

    @Override
    public synchronized long first() {
        return events.isEmpty() ? last + 1 : events.getFirst().number();
    }

    @Override
    public synchronized long last() {
        return last;
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
