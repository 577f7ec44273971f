package dev.deft.app.interactive;

import dev.deft.agent.model.Part;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.mcp.client.McpServers;
import dev.deft.mcp.client.ServerContents;
import dev.deft.mcp.client.ServerContents.McpPrompt;
import dev.deft.mcp.client.ServerContents.McpPromptMessage;
import dev.deft.mcp.client.ServerContents.McpResource;
import dev.deft.mcp.client.ServerContents.McpResourceText;
import dev.deft.run.NearestNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What MCP servers offer to somebody who types: prompts as `/server:prompt`, and resources as
/// `@server:uri`. The lists are read in the background.
///
/// @param prompts by their commands, without the slash
/// @param resources by what follows the `@`
record ServerOffers(Map<String, McpPrompt> prompts, Map<String, McpResource> resources) {

    static final ServerOffers NONE = new ServerOffers(Map.of(), Map.of());

    private static final int MOST_LISTED = 1_000;
    private static final int MOST_MENTIONED = 20;
    private static final int LONGEST_RESOURCE = 200_000;
    private static final Pattern MENTION =
            Pattern.compile("(?<![^\\s(])@([A-Za-z0-9][A-Za-z0-9_-]{0,31}):(\\S+)");
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

    ServerOffers {
        prompts = Map.copyOf(prompts);
        resources = Map.copyOf(resources);
    }

    /// Asks all servers; it waits for those that still start.
    static ServerOffers of(McpServers servers) throws InterruptedException {
        ServerContents contents = servers.contents();
        Map<String, McpPrompt> prompts = new LinkedHashMap<>();
        for (McpPrompt it : contents.prompts()) {
            if (prompts.size() < MOST_LISTED && isPlain(it.name())) {
                prompts.put(it.server() + ":" + it.name(), it);
            }
        }
        Map<String, McpResource> resources = new LinkedHashMap<>();
        for (McpResource it : contents.resources()) {
            if (resources.size() < MOST_LISTED && isPlain(it.uri())) {
                resources.put(it.server() + ":" + it.uri(), it);
            }
        }
        return new ServerOffers(prompts, resources);
    }

    /// A name that cannot be typed is not offered.
    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && name.length() <= 500
                && name.chars().allMatch(it -> it > ' ' && it < 0x7f);
    }

    /// Whether a slash command begins with the name of a server.
    static boolean isOfServer(String command, McpServers servers) {
        int colon = command.indexOf(':');
        return colon > 0 && servers.states().containsKey(command.substring(0, colon));
    }

    /// The prompt of a command; if it is not known yet, the servers are asked again.
    ///
    /// @throws IOException if there is none
    McpPrompt prompt(String command, McpServers servers) throws IOException, InterruptedException {
        McpPrompt known = prompts.get(command);
        if (known != null) {
            return known;
        }
        Map<String, McpPrompt> now = of(servers).prompts();
        McpPrompt found = now.get(command);
        if (found == null) {
            throw new IOException(
                    "There is no prompt /%s%s."
                            .formatted(
                                    command,
                                    NearestNames.hint(command, List.copyOf(now.keySet()))));
        }
        return found;
    }

    /// The message that a prompt becomes.
    ///
    /// @param given the words behind the command: in the order of its arguments, or `name=value`
    /// @throws IOException if an argument is missing, or the server does not answer
    static List<Part> expanded(McpPrompt prompt, String given, McpServers servers)
            throws IOException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        for (McpPromptMessage it :
                servers.contents()
                        .prompt(prompt.server(), prompt.name(), arguments(prompt, given))) {
            part(it.content()).ifPresent(parts::add);
        }
        if (parts.isEmpty()) {
            throw new IOException(
                    "The prompt %s of the MCP server %s is empty."
                            .formatted(prompt.name(), prompt.server()));
        }
        return parts;
    }

    static Map<String, String> arguments(McpPrompt prompt, String given) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        List<String> names = prompt.arguments().stream().map(McpPrompt.Argument::name).toList();
        List<String> plain = new ArrayList<>();
        Matcher words = WORD.matcher(given);
        while (words.find()) {
            String word = words.group(1) != null ? words.group(1) : words.group(2);
            int equals = word.indexOf('=');
            if (words.group(2) != null && equals > 0 && names.contains(word.substring(0, equals))) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            } else {
                plain.add(word);
            }
        }
        List<String> open = names.stream().filter(it -> !values.containsKey(it)).toList();
        for (int i = 0; i < open.size() && i < plain.size(); i++) {
            boolean last = i == open.size() - 1;
            values.put(
                    open.get(i),
                    last ? String.join(" ", plain.subList(i, plain.size())) : plain.get(i));
        }
        List<String> missing =
                prompt.arguments().stream()
                        .filter(it -> it.required() && !values.containsKey(it.name()))
                        .map(McpPrompt.Argument::name)
                        .toList();
        if (!missing.isEmpty()) {
            throw new IOException(
                    "/%s:%s needs %s; write it behind the command."
                            .formatted(
                                    prompt.server(), prompt.name(), String.join(" and ", missing)));
        }
        return values;
    }

    private static Optional<Part> part(Json.Obj content) {
        return switch (content.text("type").orElse("")) {
            case "text" -> content.text("text").map(Part.Text::new);
            case "image" ->
                    media(content.text("mimeType").orElse(""), content.text("data").orElse(""));
            case "resource" ->
                    content.find("resource").orElse(Json.Null.VALUE) instanceof Json.Obj resource
                            ? resource.text("text").map(Part.Text::new)
                            : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<Part> media(String type, String base64) {
        if (!type.startsWith("image/")) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getMimeDecoder().decode(base64);
            return Optional.of(new Part.Media(type, Bytes.wrap(bytes)));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /// A resource that a message names.
    record Mention(String server, String uri) {}

    /// The resources that a text names, of servers that there are.
    static Set<Mention> mentioned(String text, McpServers servers) {
        Set<Mention> found = new LinkedHashSet<>();
        Matcher mentions = MENTION.matcher(text);
        while (mentions.find() && found.size() < MOST_MENTIONED) {
            if (servers.states().containsKey(mentions.group(1))) {
                found.add(
                        new Mention(
                                mentions.group(1),
                                mentions.group(2).replaceFirst("[.,;!?)]+$", "")));
            }
        }
        return found;
    }

    /// The content of a resource.
    ///
    /// @throws IOException if the server has no such resource, or does not answer
    static List<Part> read(Mention mention, McpServers servers)
            throws IOException, InterruptedException {
        List<Part> parts = new ArrayList<>();
        for (McpResourceText it : servers.contents().read(mention.server(), mention.uri())) {
            if (it.text().isPresent()) {
                String text = it.text().get();
                boolean cut = text.length() > LONGEST_RESOURCE;
                parts.add(
                        new Part.Text(
                                "<resource server=\"%s\" uri=\"%s\">\n%s%s\n</resource>"
                                        .formatted(
                                                mention.server(),
                                                it.uri(),
                                                cut ? text.substring(0, LONGEST_RESOURCE) : text,
                                                cut ? "\n[cut here]" : "")));
            } else {
                it.blob()
                        .flatMap(blob -> media(it.mimeType().orElse(""), blob))
                        .ifPresent(parts::add);
            }
        }
        return parts;
    }
}
