package dev.deft.bench.model;

import java.io.IOException;

/// A model server on loopback for many sessions at once, which does what the last message says.
///
/// `STREAM pace seconds size` writes at a steady pace, each piece with the time at which it was
/// written; `WORK calls` reads that many files, `notes-0.txt` and so on, and then says that it is
/// done; anything else gets a word.
public final class ServeModel implements AutoCloseable {

    public static final String STREAM = "STREAM";
    public static final String WORK = "WORK";
    public static final String DONE = "all-done";

    private static final String RESULT = "\"tool_result\"";

    private final LoopbackModel server = new LoopbackModel(512, ServeModel::answer);

    /// Starts it.
    public ServeModel() throws IOException {}

    public String url() {
        return server.url();
    }

    /// A stamp in a text, such as `@12345@`.
    public static String stamp() {
        return "@" + System.nanoTime() + "@";
    }

    private static void answer(String body, MessagesStream out) throws IOException {
        int stream = body.lastIndexOf(STREAM + " ");
        int work = body.lastIndexOf(WORK + " ");
        if (stream > work) {
            String[] words = words(body, stream);
            stream(out, number(words[1]), number(words[2]), number(words[3]));
        } else if (work >= 0 && results(body, work) < number(words(body, work)[1])) {
            out.call(
                    0,
                    MessagesStream.newId(0),
                    "read",
                    "{\"path\":\"notes-%d.txt\"}".formatted(results(body, work)));
            out.end("tool_use");
        } else {
            out.text(DONE);
        }
    }

    private static String[] words(String body, int at) {
        return body.substring(at, Math.min(body.length(), at + 60)).split("[ \"\\\\]", -1);
    }

    private static int number(String word) {
        return Integer.parseInt(word.replaceAll("\\D", ""));
    }

    private static int results(String body, int from) {
        int count = 0;
        for (int at = body.indexOf(RESULT, from); at >= 0; at = body.indexOf(RESULT, at + 1)) {
            count++;
        }
        return count;
    }

    private static void stream(MessagesStream out, int pace, int seconds, int size)
            throws IOException {
        String rest = "x".repeat(size);
        out.steadily(pace, pace * seconds, _ -> stamp() + rest, DONE);
    }

    @Override
    public void close() {
        server.close();
    }
}
