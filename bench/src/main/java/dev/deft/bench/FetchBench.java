package dev.deft.bench;

import com.sun.net.httpserver.HttpServer;
import dev.deft.engine.AgentSpec;
import dev.deft.engine.Deft;
import dev.deft.engine.Session;
import dev.deft.tool.Envelope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Compares a fetch through the whole call pipeline with `curl`, and a fetch that is converted to
/// Markdown with `curl | pandoc`, on one page from loopback.
///
/// The argument is the number of rounds. A program that is not installed has no row.
public final class FetchBench {

    private static final int ROUNDS = 51;
    private static final int UNCOUNTED = 10;
    private static final int SECTIONS = 200;

    private FetchBench() {}

    /// One way to fetch the page.
    ///
    /// @param unit the row that it is compared with
    private record Way(String name, int unit, Fetch fetch) {}

    @FunctionalInterface
    private interface Fetch {

        void run() throws IOException, InterruptedException;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        int rounds = BenchArguments.number("number of rounds", ROUNDS, args);
        byte[] page = page().getBytes(StandardCharsets.UTF_8);
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
                    exchange.sendResponseHeaders(200, page.length);
                    exchange.getResponseBody().write(page);
                    exchange.close();
                });
        server.start();
        try {
            compare(rounds, server.getAddress().getPort(), page.length);
        } finally {
            server.stop(0);
        }
        System.exit(0);
    }

    /// Alternates, so that load on the machine affects all of them equally.
    private static void compare(int rounds, int port, int bytes)
            throws IOException, InterruptedException {
        Path root = Files.createTempDirectory("bench").toRealPath();
        String url = "http://127.0.0.1:%d/page.html".formatted(port);
        AgentSpec agent = AgentSpec.trusted().allow("net.fetch", "127.0.0.1:" + port);
        try (Session session = Deft.in(root).agent(agent).open()) {
            var targets = new BenchTargets();
            List<Way> ways = ways(session, url);
            List<List<Double>> millis = new ArrayList<>();
            ways.forEach(_ -> millis.add(new ArrayList<>()));
            for (int round = -UNCOUNTED; round < rounds; round++) {
                for (int i = 0; i < ways.size(); i++) {
                    long start = System.nanoTime();
                    ways.get(i).fetch.run();
                    if (round >= 0) {
                        millis.get(i).add((System.nanoTime() - start) / 1e6);
                    }
                }
            }
            System.out.printf(
                    "%-34s %8s %8s%n", "a page of %d KB".formatted(bytes / 1024), "ms", "ratio");
            for (int i = 0; i < ways.size(); i++) {
                Way way = ways.get(i);
                double took = median(millis.get(i));
                double unit = median(millis.get(way.unit));
                System.out.printf("%-34s %8.2f %8.2f%n", way.name, took, took / unit);
                if (i != way.unit) {
                    targets.report(
                            BenchFigure.of(way.name + ", time of one page", took / unit, "×")
                                    .withBeside(ways.get(way.unit).name));
                }
            }
            System.out.printf("medians of %d rounds%n", rounds);
        }
    }

    private static List<Way> ways(Session session, String url)
            throws IOException, InterruptedException {
        List<Way> ways = new ArrayList<>();
        ways.add(new Way("curl", 0, () -> shell("curl -sS '" + url + "'")));
        ways.add(new Way("deft http_get", 0, () -> called(session, "http_get", url)));
        if (isInstalled("pandoc")) {
            ways.add(
                    new Way(
                            "curl | pandoc -f html -t gfm",
                            2,
                            () -> shell("curl -sS '" + url + "' | pandoc -f html -t gfm")));
        }
        ways.add(
                new Way(
                        "deft web_fetch",
                        ways.size() > 2 ? 2 : 0,
                        () -> called(session, "web_fetch", url)));
        return ways;
    }

    private static boolean isInstalled(String program) throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v " + program + " >/dev/null")
                        .start()
                        .waitFor()
                == 0;
    }

    private static void shell(String line) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", line).start();
        process.getInputStream().readAllBytes();
        if (process.waitFor() != 0) {
            throw new IOException("\"" + line + "\" failed");
        }
    }

    private static void called(Session session, String tool, String url) throws IOException {
        Envelope envelope = session.call(tool, Map.of("url", url));
        if (envelope.failed()) {
            throw new IOException(tool + " failed: " + envelope.result());
        }
    }

    /// A page with headings, paragraphs, links, lists, tables and code.
    private static String page() {
        var page = new StringBuilder("<!doctype html><title>Page</title><main>");
        for (int i = 0; i < SECTIONS; i++) {
            page.append(
                    """
                    <h2>Section %1$d</h2><p>Some <em>text</em> with a <a href="/s%1$d">link</a>.</p>
                    <ul><li>one<li>two</ul><table><tr><th>a<th>b<tr><td>%1$d<td>x</table>
                    <pre><code>int x = %1$d;</code></pre>
                    """
                            .formatted(i));
        }
        return page.append("</main>").toString();
    }

    private static double median(List<Double> millis) {
        return millis.stream().sorted().skip(millis.size() / 2).findFirst().orElse(0.0);
    }
}
