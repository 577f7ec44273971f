package dev.deft.server.console;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the console does with sessions, before a whole server and in a real browser.
@Tag("slow")
class ConsoleSessionTest {

    @TempDir private static Path directory;
    private static ConsoleServer server;
    private static BrowserRun browser;

    @BeforeAll
    static void serve() throws IOException {
        server = ConsoleServer.start(directory, 0);
        browser = BrowserRun.start();
    }

    @AfterAll
    static void stop() throws IOException {
        browser.close();
        server.close();
    }

    private static void show(String scenario) throws IOException {
        var _ =
                browser.run(
                        "session/" + scenario,
                        server.base(),
                        server.token(),
                        Json.Obj.EMPTY.with("workspace", ConsoleServer.WORKSPACE));
    }

    @Test
    void rewindsToAMessageWithItsFiles() throws IOException {
        show("rewind");
    }

    @Test
    void renamesForksExportsAndDeletes() throws IOException {
        show("whole");
    }

    @Test
    void keepsDraftsSendsPicturesQueuesAndStops() throws IOException {
        show("writing");
    }

    @Test
    void showsSubAgentsAndWhereTimeWent() throws IOException {
        show("agents");
    }

    @Test
    void keepsTheListCurrent() throws IOException {
        show("list");
    }
}
