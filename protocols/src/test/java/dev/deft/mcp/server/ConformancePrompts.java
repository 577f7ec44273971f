package dev.deft.mcp.server;

import dev.deft.json.Json;
import dev.deft.mcp.server.feature.McpCaller;
import dev.deft.mcp.server.feature.McpContent;
import dev.deft.mcp.server.feature.PromptEntry;
import dev.deft.mcp.server.feature.PromptProvider;
import dev.deft.mcp.server.feature.PromptText;
import dev.deft.mcp.server.feature.ResourceContent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The prompts that the scenarios of the conformance suite get.
final class ConformancePrompts implements PromptProvider {

    @Override
    public List<PromptEntry> list() {
        return List.of(
                entry("test_simple_prompt"),
                entry("test_prompt_with_arguments", "arg1", "arg2"),
                entry("test_prompt_with_embedded_resource", "resourceUri"),
                entry("test_prompt_with_image"),
                entry("test_input_required_result_prompt"));
    }

    private static PromptEntry entry(String name, String... arguments) {
        return new PromptEntry(
                name,
                Optional.of("A prompt for a test."),
                Stream.of(arguments)
                        .map(it -> new PromptEntry.Argument(it, Optional.of("An argument."), true))
                        .toList());
    }

    @Override
    public Optional<PromptText> get(String name, Map<String, String> arguments, McpCaller caller)
            throws IOException, InterruptedException {
        return switch (name) {
            case "test_simple_prompt" ->
                    text(McpContent.text("This is a simple prompt for testing."));
            case "test_prompt_with_arguments" ->
                    text(
                            McpContent.text(
                                    "Prompt with arguments: arg1='%s', arg2='%s'"
                                            .formatted(
                                                    arguments.get("arg1"), arguments.get("arg2"))));
            case "test_prompt_with_embedded_resource" ->
                    text(
                            McpContent.resource(
                                    new ResourceContent.Text(
                                            arguments.getOrDefault("resourceUri", ""),
                                            Optional.of("text/plain"),
                                            "Embedded resource content for testing.")),
                            McpContent.text("Please process the embedded resource above."));
            case "test_prompt_with_image" ->
                    text(
                            McpContent.image(
                                    "image/png", ConformanceTools.bytes(ConformanceTools.PNG)),
                            McpContent.text("Please analyze the image above."));
            case "test_input_required_result_prompt" ->
                    text(
                            McpContent.text(
                                    "Prompt with context: "
                                            + ConformanceTools.answer(
                                                    caller.ask(
                                                            "user_context",
                                                            ConformanceTools.form(
                                                                    "What context should the prompt use?",
                                                                    "context")),
                                                    "context")));
            default -> Optional.empty();
        };
    }

    private static Optional<PromptText> text(Json.Obj... blocks) {
        return Optional.of(new PromptText(Optional.empty(), List.of(blocks)));
    }
}
