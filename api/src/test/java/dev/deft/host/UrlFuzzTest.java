package dev.deft.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares what we judge, the host and the port of a URL, with what a browser would connect to.
/// The judge is the `URL` of Node, which follows the standard of browsers.
class UrlFuzzTest {

    /// One answer a line: host, port, whether there are credentials; or `!` for no `http` URL.
    private static final String JUDGE =
            """
            const urls = require('fs').readFileSync(process.argv[1], 'utf8').split('\\n');
            const hex = it => Buffer.from(it, 'hex').toString('utf8');
            console.log(urls.filter(it => it).map(it => {
              try {
                const u = new URL(hex(it));
                if (!/^https?:$/.test(u.protocol)) return '!';
                const port = u.port || (u.protocol === 'https:' ? '443' : '80');
                return u.hostname + ' ' + port + ' ' + !!(u.username || u.password);
              } catch (e) { return '!'; }
            }).join('\\n'));
            """;

    private static final List<String> SCHEMES =
            List.of(
                    "http://",
                    "https://",
                    "HTTP://",
                    "hTTps://",
                    "http:/",
                    "http:",
                    "http:///",
                    "http:\\\\",
                    "http:/\\",
                    "ftp://",
                    "//",
                    "",
                    " http://",
                    "http ://",
                    "http\t://",
                    "file://",
                    "javascript:",
                    "https:////",
                    "http://\n");

    private static final List<String> USERS =
            List.of(
                    "",
                    "",
                    "",
                    "",
                    "",
                    "",
                    "a@",
                    "a:b@",
                    "@",
                    ":@",
                    "a%40b@",
                    "good.example@",
                    "good.example\\@",
                    "good.example:80@",
                    "#@",
                    "?@",
                    "/@",
                    "a@b@");

    private static final List<String> HOSTS =
            List.of(
                    "example.org",
                    "EXAMPLE.org",
                    "a.b.c.example",
                    "localhost",
                    "localhost.",
                    "127.0.0.1",
                    "127.1",
                    "0x7f.1",
                    "0X7F.0.0.1",
                    "2130706433",
                    "017700000001",
                    "0177.0.0.1",
                    "127.0.0.1.",
                    "0",
                    "0x",
                    "0x7f000001",
                    "4294967295",
                    "4294967296",
                    "256.0.0.1",
                    "1.2.3",
                    "1.2.3.4.5",
                    "1.2.3.08",
                    "1.2.3.4a",
                    "1e3",
                    "0b1",
                    "[::1]",
                    "[::]",
                    "[::ffff:127.0.0.1]",
                    "[::ffff:7f00:1]",
                    "[::127.0.0.1]",
                    "[0:0:0:0:0:0:0:1]",
                    "[1:2:3:4:5:6:7::]",
                    "[::1%25lo]",
                    "[::1%lo]",
                    "[fe80::1]",
                    "[64:ff9b::127.0.0.1]",
                    "[2002:7f00:1::]",
                    "[::ffff:0177.0.0.1]",
                    "[::ffff:1.2.3]",
                    "[v1.x]",
                    "[127.0.0.1]",
                    "[::1",
                    "::1",
                    "[::1]]",
                    "[[::1]]",
                    "[::12345]",
                    "exa%6dple.org",
                    "127.0.0.1%00.example",
                    "%31%32%37.0.0.1",
                    "ex\u00e4mple.org",
                    "\uff11\uff12\uff17.0.0.1",
                    "\u24d4xample.org",
                    "fa\u00df.example",
                    "a\u3002b.example",
                    "a\uff0eb",
                    "a\u00adb.example",
                    "\u200b",
                    "a\u200db.example",
                    "xn--mnchen-3ya.example",
                    "xn--a",
                    "xn--",
                    "exam ple.org",
                    "ex\tample.org",
                    "example.org\r\n",
                    "a_b.example",
                    "-a.example",
                    "a-.example",
                    "a..b",
                    ".a",
                    "a.",
                    "*.example",
                    "a,b",
                    "a;b",
                    "a!b",
                    "a~b",
                    "a'b",
                    "a\"b",
                    "a<b",
                    "a|b",
                    "a^b",
                    "a`b",
                    "a{b}",
                    "a$b",
                    "a&b",
                    "a+b",
                    "a=b",
                    "a(b)",
                    "\ud83d\ude00.example",
                    "\u03b2\u03cc\u03bb\u03bf\u03c2.example",
                    "\u0131.example",
                    "\u0130.example",
                    "\u212a.example",
                    "\ufb00.example",
                    "\u1e9e.example");

    private static final List<String> PORTS =
            List.of(
                    "",
                    "",
                    "",
                    ":",
                    ":80",
                    ":443",
                    ":8080",
                    ":0080",
                    ":0",
                    ":65535",
                    ":65536",
                    ":+80",
                    ":-1",
                    ":8 0",
                    ":80:80",
                    ":80@",
                    ":abc",
                    ":\u0661",
                    ":00000000080",
                    ":80\\",
                    ":%38%30");

    private static final List<String> RESTS =
            List.of(
                    "",
                    "",
                    "/",
                    "/a/b",
                    "?q",
                    "#f",
                    "\\a",
                    "/\\a",
                    "/@b.example",
                    "?@b.example",
                    "#@b.example",
                    "\\@b.example",
                    "/../..//c",
                    "/%2e%2e/",
                    "/a b",
                    "/%zz",
                    "/\u00fc",
                    "?\u00fc=%",
                    "//b.example",
                    "/;a@b",
                    "\n",
                    "\t/",
                    " ",
                    "/a#b?c");

    @TempDir Path directory;

    @Test
    void readsFiveThousandUrlsAsABrowserDoes() throws Exception {
        compare(1, 5_000);
    }

    @Tag("deep")
    @Test
    void readsAHundredThousandUrlsAsABrowserDoes() throws Exception {
        compare(2, 100_000);
    }

    private void compare(long seed, int count) throws Exception {
        var random = new Random(seed);
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            urls.add(url(random));
        }
        List<String> judged = judge(urls);
        int accepted = 0;
        for (int i = 0; i < count; i++) {
            Optional<HttpUrl> ours = parsed(urls.get(i));
            if (ours.isPresent()) {
                accepted++;
                assertSame(urls.get(i), ours.get(), judged.get(i));
            }
        }
        assertThat(accepted).as("a test in which everything is rejected").isGreaterThan(count / 50);
    }

    private static void assertSame(String url, HttpUrl ours, String theirs) throws IOException {
        if (theirs.equals("!")) {
            // Browsers also check the spelling of names outside ASCII; we look them up as they are.
            assertThat(ours.host()).as(shown(url)).contains("xn--");
            return;
        }
        String[] parts = theirs.split(" ", -1);
        assertThat(parts[2]).as("credentials in %s", shown(url)).isEqualTo("false");
        assertThat(ours.port()).as(shown(url)).isEqualTo(Integer.parseInt(parts[1]));
        if (parts[0].startsWith("[")) {
            assertThat(InetAddress.getByName(ours.host()))
                    .as(shown(url))
                    .isEqualTo(InetAddress.getByName(parts[0]));
        } else {
            assertThat(ours.host()).as(shown(url)).isEqualTo(parts[0]);
        }
    }

    private static String shown(String url) {
        return url.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
    }

    private static Optional<HttpUrl> parsed(String url) {
        try {
            return Optional.of(HttpUrl.parse(url));
        } catch (HostException _) {
            return Optional.empty();
        }
    }

    private static String url(Random random) {
        String scheme =
                random.nextInt(3) > 0 ? SCHEMES.get(random.nextInt(2)) : any(SCHEMES, random);
        String url =
                scheme
                        + any(USERS, random)
                        + host(random)
                        + any(PORTS, random)
                        + any(RESTS, random);
        if (random.nextInt(8) == 0) {
            int at = random.nextInt(url.length() + 1);
            url = url.substring(0, at) + any(RESTS, random) + url.substring(at);
        }
        return url;
    }

    private static String host(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> number(random);
            case 1 ->
                    number(random)
                            + "."
                            + number(random)
                            + "."
                            + number(random)
                            + "."
                            + number(random);
            case 2 -> any(HOSTS, random) + "." + any(HOSTS, random);
            default -> any(HOSTS, random);
        };
    }

    private static String number(Random random) {
        long value = random.nextInt(4) == 0 ? random.nextLong(1L << 33) : random.nextInt(300);
        return switch (random.nextInt(4)) {
            case 0 -> "0x" + Long.toHexString(value);
            case 1 -> "0" + Long.toOctalString(value);
            default -> Long.toString(value);
        };
    }

    private static String any(List<String> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }

    private List<String> judge(List<String> urls) throws Exception {
        var lines = new StringBuilder();
        for (String url : urls) {
            for (byte b : url.getBytes(StandardCharsets.UTF_8)) {
                lines.append("%02x".formatted(b));
            }
            lines.append('\n');
        }
        Path file = Files.writeString(directory.resolve("urls.txt"), lines);
        Path answers = directory.resolve("answers.txt");
        Process node =
                new ProcessBuilder("node", "-e", JUDGE, file.toString())
                        .redirectOutput(answers.toFile())
                        .redirectErrorStream(true)
                        .start();
        assertThat(node.waitFor()).isZero();
        List<String> judged = Files.readAllLines(answers);
        assertThat(judged).hasSameSizeAs(urls);
        return judged;
    }
}
