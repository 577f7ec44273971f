package dev.deft.acp;

import dev.deft.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A workspace and a home for one test.
///
/// @param root with a file `a.txt` of three lines
record AcpPlace(Path root, Path home) {

    static final Json.Obj NOTHING = Json.Obj.EMPTY;
    static final Json YES = new Json.Bool(true);

    static final Json.Obj FILES =
            NOTHING.with("fs", NOTHING.with("readTextFile", YES).with("writeTextFile", YES));

    static final Json.Obj FORMS = NOTHING.with("elicitation", NOTHING.with("form", NOTHING));

    static AcpPlace in(Path directory) throws IOException {
        Path root = Files.createDirectory(directory.resolve("work")).toRealPath();
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.writeString(root.resolve("a.txt"), "one\ntwo\nthree\n");
        return new AcpPlace(root, home);
    }

    AcpClient client() throws Exception {
        return AcpClient.initialized(home, NOTHING);
    }

    AcpClient client(Json.Obj capabilities) throws Exception {
        return AcpClient.initialized(home, capabilities);
    }

    String text(String file) throws IOException {
        return Files.readString(root.resolve(file));
    }

    /// What a client answers that chooses an option.
    static Json chosen(String option) {
        return NOTHING.with(
                "outcome", NOTHING.with("outcome", "selected").with("optionId", option));
    }
}
