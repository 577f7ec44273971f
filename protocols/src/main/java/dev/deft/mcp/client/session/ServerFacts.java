package dev.deft.mcp.client.session;

import dev.deft.json.Json;
import java.util.Optional;

/// What a server says about itself. None of it is verified.
///
/// @param capabilities what it offers
/// @param instructions how to use it, for models
public record ServerFacts(
        String name, String version, Json.Obj capabilities, Optional<String> instructions) {

    /// Nothing is known yet.
    public static final ServerFacts UNKNOWN =
            new ServerFacts("", "", Json.Obj.EMPTY, Optional.empty());

    static ServerFacts of(Json.Obj result, Json.Obj info) {
        return new ServerFacts(
                info.text("name").orElse(""),
                info.text("version").orElse(""),
                object(result, "capabilities"),
                result.text("instructions"));
    }

    /// Whether it offers tools, prompts or resources. Where nothing is known it may.
    ///
    /// @param kind such as `tools`
    public boolean offers(String kind) {
        return this.equals(UNKNOWN) || capabilities.find(kind).isPresent();
    }

    /// Whether it tells when a list changes.
    public boolean tellsChanges(String kind) {
        return object(capabilities, kind)
                .find("listChanged")
                .equals(Optional.of(new Json.Bool(true)));
    }

    static Json.Obj object(Json.Obj from, String name) {
        return from.find(name)
                .filter(Json.Obj.class::isInstance)
                .map(Json.Obj.class::cast)
                .orElse(Json.Obj.EMPTY);
    }
}
