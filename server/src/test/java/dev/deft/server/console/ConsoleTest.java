package dev.deft.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The console in a real browser, before a real server.
@Tag("slow")
class ConsoleTest {

    private static final String HOSTILE_FILE = "<img src=x onerror=window.__pwned=1>.txt";
    private static final int LONG = 5_000;

    @TempDir private static Path directory;
    private static ConsoleServer server;
    private static BrowserRun browser;
    private static String session;

    @BeforeAll
    static void serve() throws IOException {
        server = ConsoleServer.start(directory, 0);
        browser = BrowserRun.start();
        session = made("setup/edited", Json.Obj.EMPTY);
    }

    @AfterAll
    static void stop() throws IOException {
        browser.close();
        server.close();
    }

    private static Json run(String scenario, Json.Obj more) throws IOException {
        return browser.run(
                scenario,
                server.base(),
                server.token(),
                more.with("workspace", ConsoleServer.WORKSPACE));
    }

    /// Makes a session and returns its id.
    private static String made(String scenario, Json.Obj more) throws IOException {
        return ((Json.Obj) run(scenario, more)).text("session").orElseThrow();
    }

    private static void show(String scenario) throws IOException {
        var _ = run(scenario, Json.Obj.EMPTY.with("session", session));
    }

    private static void show(String scenario, String other) throws IOException {
        var _ = run(scenario, Json.Obj.EMPTY.with("session", other).with("file", HOSTILE_FILE));
    }

    @Test
    void buildsFormsFromSchemas() throws IOException {
        show("modules/forms");
    }

    @Test
    void sumsUpUsage() throws IOException {
        show("modules/figures");
    }

    @Test
    void readsMetrics() throws IOException {
        show("modules/metrics");
    }

    @Test
    void findsTheDiffOfOneFile() throws IOException {
        show("modules/diffs");
    }

    @Test
    void opensEveryViewWithoutAnError() throws IOException {
        show("views/open");
    }

    @Test
    void isAccessibleInDarkAndInLight() throws IOException {
        show("views/accessible");
    }

    @Test
    void fitsOnAPhone() throws IOException {
        show("views/phone");
    }

    @Test
    void isUsedWithTheKeyboardAlone() throws IOException {
        show("views/keyboard");
    }

    @Test
    void showsFilesAndWhatASessionChanged() throws IOException {
        show("views/files");
    }

    @Test
    void triesATool() throws IOException {
        show("views/tools");
    }

    @Test
    void editsMemory() throws IOException {
        show("views/memory");
    }

    @Test
    void addsAndRemovesSchedules() throws IOException {
        show("views/schedules");
    }

    @Test
    void explainsDecisionsAndChangesRules() throws IOException {
        show("views/policies");
    }

    @Test
    void plotsUsage() throws IOException {
        show("views/usage");
    }

    @Test
    void makesTokensAndRevokesThem() throws IOException {
        show("views/tokens");
    }

    @Test
    void holdsAConversationWithApprovalsAndUndo() throws IOException {
        show("conversation/whole");
    }

    @Test
    void showsTwoPeopleTheSame() throws IOException {
        String both = made("setup/blank", Json.Obj.EMPTY.with("title", "For two"));
        show("conversation/two", both);
    }

    @Test
    void keepsARequestThatOpensWhileItReadsTheOpenOnes() throws IOException {
        show("conversation/opening", made("setup/blank", Json.Obj.EMPTY.with("title", "Opening")));
    }

    @Test
    void showsHostileTextAsText() throws IOException {
        String hostile = made("setup/hostile", Json.Obj.EMPTY.with("file", HOSTILE_FILE));
        show("hostile/session", hostile);
        show("hostile/files", hostile);
        show("hostile/problems", hostile);
    }

    @Test
    void survivesALineOfFiveMegabytes() throws IOException {
        show("hostile/longLine", made("setup/longLine", Json.Obj.EMPTY));
    }

    @Test
    void scrollsThroughTenThousandEntries() throws Exception {
        server.fill("long", LONG);
        Json.Obj seen =
                (Json.Obj)
                        run(
                                "conversation/long",
                                Json.Obj.EMPTY
                                        .with("session", "long")
                                        .with("turns", Json.Num.of(LONG)));
        assertThat(seen.find("most")).isPresent();
    }

    @Test
    void obeysNoPageOfAnotherOrigin() throws IOException {
        show("attack/forgery");
        show("attack/frame");
    }
}
