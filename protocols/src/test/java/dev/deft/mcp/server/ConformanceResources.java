package dev.deft.mcp.server;

import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.ResourceContent;
import dev.deft.mcp.server.feature.ResourceEntry;
import dev.deft.mcp.server.feature.ResourceProvider;
import dev.deft.mcp.server.feature.ResourceTemplate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The resources that the scenarios of the conformance suite read.
final class ConformanceResources implements ResourceProvider {

    private static final Pattern TEMPLATE = Pattern.compile("test://template/([^/]+)/data");
    private static final Optional<String> PLAIN = Optional.of("text/plain");

    @Override
    public List<ResourceEntry> list(McpCaller caller) {
        return List.of(
                entry("static-text", "text/plain"),
                entry("static-binary", "image/png"),
                entry("watched-resource", "text/plain"));
    }

    private static ResourceEntry entry(String name, String type) {
        return new ResourceEntry(
                "test://" + name, name, Optional.of("A resource for a test."), Optional.of(type));
    }

    @Override
    public List<ResourceTemplate> templates() {
        return List.of(
                new ResourceTemplate(
                        "test://template/{id}/data",
                        "template",
                        Optional.of("Resources for a test."),
                        Optional.of("application/json")));
    }

    @Override
    public Optional<List<ResourceContent>> read(String uri, McpCaller caller) {
        Matcher made = TEMPLATE.matcher(uri);
        if (made.matches()) {
            return Optional.of(
                    List.of(
                            new ResourceContent.Text(
                                    uri,
                                    Optional.of("application/json"),
                                    "{\"id\":\"%s\",\"templateTest\":true}"
                                            .formatted(made.group(1)))));
        }
        return switch (uri) {
            case "test://static-text" ->
                    text(uri, "This is the content of the static text resource.");
            case "test://watched-resource" -> text(uri, "Watched resource content");
            case "test://static-binary" ->
                    Optional.of(
                            List.of(
                                    new ResourceContent.Blob(
                                            uri,
                                            Optional.of("image/png"),
                                            ConformanceTools.bytes(ConformanceTools.PNG))));
            default -> Optional.empty();
        };
    }

    private static Optional<List<ResourceContent>> text(String uri, String text) {
        return Optional.of(List.of(new ResourceContent.Text(uri, PLAIN, text)));
    }
}
