package dev.deft.client;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes the records and the operations of the client.
final class ClientSources {

    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)}");
    private final ApiDescription description;
    private final Map<String, String> owners = new TreeMap<>();
    private final Set<String> sent = new TreeSet<>();

    ClientSources(ApiDescription description) {
        this.description = description;
        groups().forEach((tag, all) -> all.forEach(it -> own(it, tag)));
    }

    /// Those about chats are for clients of OpenAI.
    private Map<String, List<ApiDescription.Operation>> groups() {
        Map<String, List<ApiDescription.Operation>> groups =
                new LinkedHashMap<>(description.groups());
        groups.remove("chat");
        return groups;
    }

    private void own(ApiDescription.Operation operation, String tag) {
        operation.body().ifPresent(it -> own(it, tag, true));
        own(operation.answer(), tag, false);
    }

    private void own(Json.Obj schema, String tag, boolean isSent) {
        Optional<String> name = ApiDescription.reference(schema);
        if (name.isEmpty()) {
            ApiDescription.object(schema, "properties")
                    .fields()
                    .values()
                    .forEach(it -> own((Json.Obj) it, tag, isSent));
            for (String inner : List.of("items", "additionalProperties")) {
                Json.Obj found = ApiDescription.object(schema, inner);
                if (!found.equals(Json.Obj.EMPTY)) {
                    own(found, tag, isSent);
                }
            }
            return;
        }
        if (isSent) {
            sent.add(name.get());
        }
        if (owners.putIfAbsent(name.get(), tag) == null) {
            own(description.schema(name.get()), tag, isSent);
        }
    }

    /// The files by their names.
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        for (String tag : groups().keySet()) {
            files.put(api(tag) + ".java", operations(tag));
            records(tag).ifPresent(it -> files.put(data(tag) + ".java", it));
        }
        files.put("DeftClient.java", client());
        return files;
    }

    private static String api(String tag) {
        return capitalized(tag) + "Api";
    }

    private static String data(String tag) {
        return capitalized(tag) + "Data";
    }

    private static String capitalized(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private String client() {
        var source = new StringBuilder();
        source.append(head("java.net.URI", "java.net.http.HttpClient", "java.time.Duration"));
        source.append(
                """
                ///
                /// Talks to a server of Deft. It is thread-safe.
                ///
                /// ```java
                /// try (var deft = DeftClient.connect(URI.create("http://127.0.0.1:7333"), token)) {
                ///     deft.workspaces().listWorkspaces(Query.NONE).forEach(System.out::println);
                /// }
                /// ```
                public final class DeftClient implements AutoCloseable {

                    /// How long a request may take; calls of tools take their time.
                    private static final Duration LIMIT = Duration.ofMinutes(10);

                    private final ApiConnection connection;

                    private DeftClient(ApiConnection connection) {
                        this.connection = connection;
                    }

                    /// A client of a server.
                    ///
                    /// @param address such as `http://127.0.0.1:7333`
                    /// @param token as `deft tokens add` prints it
                    public static DeftClient connect(URI address, String token) {
                        HttpClient http =
                                HttpClient.newBuilder()
                                        .version(HttpClient.Version.HTTP_1_1)
                                        .connectTimeout(Duration.ofSeconds(10))
                                        .build();
                        return of(http, address, token);
                    }

                    /// A client with settings of one's own, such as the certificates it trusts.
                    ///
                    /// @param http closed with this client
                    public static DeftClient of(HttpClient http, URI address, String token) {
                        return new DeftClient(new ApiConnection(http, address, token, LIMIT));
                    }

                """);
        for (String tag : groups().keySet()) {
            source.append("/// The operations about %s.%n".formatted(tag))
                    .append("public %s %s() {%n".formatted(api(tag), tag))
                    .append("return new %s(connection);%n}%n%n".formatted(api(tag)));
        }
        return source.append("@Override public void close() { connection.close(); } }\n")
                .toString();
    }

    private static String head(String... imports) {
        String imported =
                Arrays.stream(imports)
                        .sorted()
                        .map(it -> "import " + it + ";\n")
                        .collect(Collectors.joining());
        return "package dev.deft.client;\n\n"
                + imported
                + "\n/// Written by the build from the description of the API; see"
                + " `GeneratedFilesTest`.\n";
    }

    private String operations(String tag) {
        List<ApiDescription.Operation> all = groups().getOrDefault(tag, List.of());
        var body = new StringBuilder();
        all.forEach(it -> body.append(new ClientMethod(it, this).source()));
        Set<String> imports = new LinkedHashSet<>(List.of("java.io.IOException"));
        uses(body, "Optional", "java.util.Optional", imports);
        uses(body, "Stream", "java.util.stream.Stream", imports);
        uses(body, "Json", "dev.deft.json.Json", imports);
        if (all.stream().allMatch(it -> it.mediaType().equals("text/event-stream"))) {
            imports.remove("java.io.IOException");
        }
        return head(imports.toArray(String[]::new))
                + "///\n/// The operations about %s.%npublic final class %s {%n"
                        .formatted(tag, api(tag))
                + "private final ApiConnection connection;\n\n"
                + "%s(ApiConnection connection) { this.connection = connection; }%n%n"
                        .formatted(api(tag))
                + body
                + "}\n";
    }

    private static void uses(StringBuilder body, String word, String type, Set<String> imports) {
        if (Pattern.compile("\\b" + word + "\\b(?!\\()").matcher(body).find()) {
            imports.add(type);
        }
    }

    private Optional<String> records(String tag) {
        var body = new StringBuilder();
        owners.forEach((name, owner) -> {
            if (owner.equals(tag) && isRecord(name)) {
                body.append(record(name));
            }
        });
        if (body.isEmpty()) {
            return Optional.empty();
        }
        Set<String> imports = new LinkedHashSet<>();
        for (String it : List.of("List", "Map", "Optional")) {
            uses(body, it, "java.util." + it, imports);
        }
        uses(body, "Json", "dev.deft.json.Json", imports);
        return Optional.of(
                head(imports.toArray(String[]::new))
                        + "///\n/// What is sent and received about %s.%npublic final class %s {%n"
                                .formatted(tag, data(tag))
                        + "private %s() {}%n%n".formatted(data(tag))
                        + body
                        + "}\n");
    }

    /// A page is a stream to clients, and has no record.
    private boolean isRecord(String name) {
        return !name.equals("Problem") && pageItem(name).isEmpty();
    }

    /// The schema of the items, if the name is that of a page.
    Optional<Json.Obj> pageItem(String name) {
        Json.Obj properties = ApiDescription.object(description.schema(name), "properties");
        return name.endsWith("Page") && properties.fields().containsKey("next")
                ? Optional.of(
                        ApiDescription.object(ApiDescription.object(properties, "items"), "items"))
                : Optional.empty();
    }

    private String record(String name) {
        Json.Obj schema = description.schema(name);
        List<String> required = ApiDescription.texts(schema, "required");
        List<Component> components = new ArrayList<>();
        ApiDescription.object(schema, "properties")
                .fields()
                .forEach((field, it) ->
                        components.add(
                                new Component(
                                        camelCase(field),
                                        boxed((Json.Obj) it),
                                        plain((Json.Obj) it),
                                        required.contains(field),
                                        ((Json.Obj) it).text("description").orElse(""))));
        return new ClientRecord(name, components, sent.contains(name)).source();
    }

    private static String camelCase(String field) {
        return Pattern.compile("_(\\w)")
                .matcher(field)
                .replaceAll(it -> it.group(1).toUpperCase(Locale.ROOT));
    }

    /// A component of a record.
    record Component(String name, String boxed, String plain, boolean required, String doc) {

        String type() {
            return required ? plain : "Optional<" + boxed + ">";
        }
    }

    /// The type of a value that is always there.
    String plain(Json.Obj schema) {
        return switch (boxed(schema)) {
            case "Long" -> "long";
            case "Double" -> "double";
            case "Boolean" -> "boolean";
            default -> boxed(schema);
        };
    }

    private String boxed(Json.Obj schema) {
        Optional<String> name = ApiDescription.reference(schema);
        if (name.isPresent()) {
            return data(owners.getOrDefault(name.get(), "")) + "." + name.get();
        }
        Json.Obj values = ApiDescription.object(schema, "additionalProperties");
        return switch (schema.text("type").orElse("")) {
            case "string" -> "String";
            case "integer" -> "Long";
            case "number" -> "Double";
            case "boolean" -> "Boolean";
            case "array" -> "List<" + boxed(ApiDescription.object(schema, "items")) + ">";
            case "object" ->
                    values.equals(Json.Obj.EMPTY)
                            ? "Json.Obj"
                            : "Map<String, " + boxed(values) + ">";
            default -> "Json";
        };
    }

    /// A path as an expression.
    static String path(String template) {
        var expression = new StringBuilder("\"");
        Matcher hole = HOLE.matcher(template);
        int from = 0;
        while (hole.find()) {
            expression
                    .append(template, from, hole.start())
                    .append("\" + Query.encoded(")
                    .append(hole.group(1))
                    .append(") + \"");
            from = hole.end();
        }
        return expression
                .append(template.substring(from))
                .append('"')
                .toString()
                .replace(" + \"\"", "");
    }
}
