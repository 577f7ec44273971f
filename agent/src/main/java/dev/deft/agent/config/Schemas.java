package dev.deft.agent.config;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.resource.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;

/// The JSON schemas of configuration files, for validation and for completion in editors.
public final class Schemas {

    private Schemas() {}

    /// The schema of the additional file of a dialect, or of `agent.json`.
    public static String text(String dialect) {
        ConfigFile.Form form =
                dialect.equals(Defaults.PEGASUS)
                        ? ConfigFile.Form.CONFIG_YML
                        : ConfigFile.Form.AGENT_JSON;
        return Resources.text(Schemas.class, form.schema());
    }

    static Json.Obj of(ConfigFile.Form form) {
        return object(form.schema());
    }

    /// Reads a resource of this package as a JSON object.
    static Json.Obj object(String name) {
        try {
            return JsonText.parseObject(Resources.text(Schemas.class, name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
