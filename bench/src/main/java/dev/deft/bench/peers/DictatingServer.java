package dev.deft.bench.peers;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A model server on loopback that dictates a list of calls, one in each answer, and then says that
/// it is done. It notes when each request had arrived and when its answer was sent.
///
/// It keeps no conversation: the results in a request say which call is next, so that a request
/// that is sent again gets the same answer. Requests without tools, such as for a title, get a
/// word.
final class DictatingServer implements AutoCloseable {

    private static final String ID = "call_bench_";
    private static final Pattern NUMBER = Pattern.compile(ID + "(\\d+)");
    private static final String DONE = "All steps are done.";

    private final List<PeerCall> calls;
    private final ServerSocket socket;
    private final List<ModelRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    DictatingServer(List<PeerCall> calls) throws IOException {
        this.calls = List.copyOf(calls);
        this.socket = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        Thread.ofPlatform().daemon().name("scripted model").start(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /// The requests of the agent's loop so far.
    List<ModelRequest> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = socket.accept();
                open.add(connection);
                Thread.ofPlatform().daemon().start(() -> serve(connection));
            }
        } catch (IOException _) {
            // It is closed.
            return;
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            connection.setTcpNoDelay(true);
            var in = new BufferedInputStream(connection.getInputStream());
            for (Optional<PlainRequest> next = PlainRequest.read(in);
                    next.isPresent();
                    next = PlainRequest.read(in)) {
                answer(next.get(), connection.getOutputStream());
            }
        } catch (IOException _) {
            // The agent has gone, or will see that it gets no answer.
            return;
        }
    }

    private void answer(PlainRequest request, OutputStream out) throws IOException {
        Optional<ModelWire> wire = ModelWire.of(request.path());
        if (wire.isEmpty() || !request.method().equals("POST")) {
            other(request, out);
            return;
        }
        Json.Obj body = JsonText.parseObject(request.text());
        List<ToolOutcome> results = wire.get().results(body);
        List<Json> tools = wire.get().tools(body);
        int step = step(results);
        boolean side = results.isEmpty() && tools.isEmpty();
        Optional<PeerCall> call =
                side || step >= calls.size() ? Optional.empty() : Optional.of(calls.get(step));
        var answer =
                new ModelWire.Answer(
                        ID + "%04d".formatted(step), call, side ? "Scripted steps" : DONE);
        if (body.find("stream").equals(Optional.of(new Json.Bool(true)))) {
            PlainRequest.stream(out, wire.get().stream(answer));
        } else {
            PlainRequest.answer(out, 200, "application/json", wire.get().whole(answer));
        }
        long answered = System.nanoTime();
        if (!side) {
            requests.add(
                    new ModelRequest(
                            step,
                            request.arrived(),
                            answered,
                            request.bytes(),
                            tools.size(),
                            results.isEmpty() ? Optional.empty() : Optional.of(results.getLast())));
        }
    }

    /// Agents also ask for a list of models, or count tokens.
    private static void other(PlainRequest request, OutputStream out) throws IOException {
        switch (request.method()) {
            case "HEAD" -> PlainRequest.answer(out, 200, "application/json", "");
            case "GET" ->
                    PlainRequest.answer(
                            out,
                            request.path().split("\\?", 2)[0].endsWith("/models") ? 200 : 404,
                            "application/json",
                            "{\"object\":\"list\",\"data\":[{\"id\":\"bench\",\"object\":\"model\"}]}");
            default ->
                    PlainRequest.answer(
                            out,
                            request.path().endsWith("count_tokens") ? 200 : 404,
                            "application/json",
                            "{\"input_tokens\":1000}");
        }
    }

    private static int step(List<ToolOutcome> results) {
        int step = 0;
        for (ToolOutcome it : results) {
            Matcher id = NUMBER.matcher(it.id());
            step = id.find() ? Math.max(step, Integer.parseInt(id.group(1)) + 1) : step;
        }
        return step;
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket it : open) {
            it.close();
        }
    }
}
