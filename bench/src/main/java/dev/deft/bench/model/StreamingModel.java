package dev.deft.bench.model;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;

/// A model server on loopback for people at terminals. Asked to `STREAM`, it writes a long text at
/// a steady pace; asked for `CALLS`, it makes three calls that print for a while; asked anything
/// else, it answers with a word.
public final class StreamingModel implements AutoCloseable {

    public static final String STREAM = "STREAM";
    public static final String CALLS = "CALLS";
    public static final String DONE = "finished-now";

    /// Tokens a second; each token is a word or less.
    public static final int PACE = 200;

    private static final int THREE = 3;

    /// What models write: headings, lists, code and prose.
    private static final String TEXT =
            """
            ## The next part

            Here is a paragraph with *some* **styles** and `code` in it, long enough that a
            terminal has to wrap it, and followed by a list:

            - the first point, with a [link](https://example.org/page) in it
            - the second point, which is a little longer than the first one was
            - and a third

            ```java
            for (String name : names) {
                // greets everybody
                System.out.println("Hello, " + name + "!");
            }
            ```

            | column | number |
            | --- | ---: |
            | one | 1 |
            | two | 22 |

            """;

    private final LoopbackModel server;
    private final int seconds;

    /// @param seconds how long a stream or a call takes
    public StreamingModel(int seconds) throws IOException {
        this.seconds = seconds;
        server = new LoopbackModel(0, this::answer);
    }

    public String url() {
        return server.url();
    }

    private void answer(String body, MessagesStream out) throws IOException {
        int asked = Math.max(body.lastIndexOf(STREAM), body.lastIndexOf(CALLS));
        boolean over = body.indexOf("tool_result", Math.max(0, asked)) >= 0;
        if (asked >= 0 && !over && body.startsWith(CALLS, asked)) {
            calls(out);
        } else if (asked >= 0 && !over) {
            String[] tokens = TEXT.split("(?<=[ \n])", -1);
            out.steadily(PACE, PACE * seconds, i -> tokens[i % tokens.length], "\n\n" + DONE);
        } else {
            out.text(DONE);
        }
    }

    private void calls(MessagesStream out) throws IOException {
        for (int i = 0; i < THREE; i++) {
            String command =
                    "for i in $(seq 1 %d); do echo call %d prints line $i; sleep 0.1; done"
                            .formatted(10 * seconds, i);
            out.call(
                    i,
                    MessagesStream.newId(i),
                    "bash",
                    JsonText.write(Json.Obj.EMPTY.with("command", command)));
        }
        out.end("tool_use");
    }

    @Override
    public void close() {
        server.close();
    }
}
