package dev.deft.server.api.usage;

import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.UserFile;
import dev.deft.schema.RecordShapes;
import dev.deft.schema.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Keeps sums across restarts. It is a cache: what cannot be read is counted again.
final class UsageFile {

    private final UserFile file;

    UsageFile(Path path) {
        this.file = new UserFile(path);
    }

    Map<String, SessionUsage> read() throws IOException {
        Json.Obj stored;
        try {
            stored = JsonText.parseObject(file.read().orElse("{}"));
        } catch (JsonSyntaxException _) {
            return Map.of();
        }
        Map<String, SessionUsage> sessions = new LinkedHashMap<>();
        stored.fields()
                .forEach((id, value) -> {
                    if (value instanceof Json.Obj it && fits(it)) {
                        sessions.put(id, Records.read(SessionUsage.class, it));
                    }
                });
        return sessions;
    }

    private static boolean fits(Json.Obj stored) {
        return Validator.problem(RecordShapes.of(SessionUsage.class), stored).isEmpty();
    }

    void write(Map<String, SessionUsage> sessions) throws IOException {
        Map<String, Json> fields = new LinkedHashMap<>();
        sessions.forEach((id, it) -> fields.put(id, Records.write(it)));
        file.replace(JsonText.write(new Json.Obj(fields)).getBytes(StandardCharsets.UTF_8));
    }
}
