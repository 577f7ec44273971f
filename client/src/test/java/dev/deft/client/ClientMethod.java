package dev.deft.client;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes one operation as a method.
record ClientMethod(ApiDescription.Operation operation, ClientSources types) {

    private static final String THROWS = " throws IOException, InterruptedException {\n";

    /// A parameter of the method.
    private record Parameter(String type, String name, String doc) {}

    String source() {
        List<Parameter> parameters = parameters();
        var source = new StringBuilder("/// " + operation.summary() + "\n");
        if (!parameters.isEmpty()) {
            source.append("///\n");
        }
        parameters.forEach(
                it -> source.append("/// @param %s %s%n".formatted(it.name(), it.doc())));
        String list =
                String.join(
                        ", ", parameters.stream().map(it -> it.type() + " " + it.name()).toList());
        return source.append("public ")
                .append(result())
                .append(' ')
                .append(operation.id())
                .append('(')
                .append(list)
                .append(')')
                .append(isStream() ? " {\n" : THROWS)
                .append(statement())
                .append("}\n\n")
                .toString();
    }

    private List<Parameter> parameters() {
        List<Parameter> all = new ArrayList<>();
        operation
                .parameters("path")
                .forEach(it -> all.add(new Parameter("String", name(it), "its id or name")));
        operation.parameters("query").stream()
                .filter(ClientMethod::isRequired)
                .forEach(it -> all.add(new Parameter(types.plain(schema(it)), name(it), doc(it))));
        operation
                .body()
                .ifPresent(it -> all.add(new Parameter(types.plain(it), "body", "what is sent")));
        if (hasOptions()) {
            all.add(new Parameter("Query", "query", "any of " + options()));
        }
        if (isStream()) {
            all.add(
                    new Parameter(
                            "Optional<String>", "last", "goes on after the event of this id"));
        }
        return all;
    }

    private static boolean isRequired(Json.Obj parameter) {
        return parameter.find("required").equals(Optional.of(new Json.Bool(true)));
    }

    private static Json.Obj schema(Json.Obj parameter) {
        return ApiDescription.object(parameter, "schema");
    }

    private static String name(Json.Obj parameter) {
        return parameter.text("name").orElseThrow();
    }

    private static String doc(Json.Obj parameter) {
        return parameter.text("description").orElse("");
    }

    private boolean hasOptions() {
        return operation.parameters("query").stream().anyMatch(it -> !isRequired(it));
    }

    private String options() {
        return String.join(
                ", ",
                operation.parameters("query").stream()
                        .filter(it -> !isRequired(it))
                        .map(it -> "`" + name(it) + "`")
                        .toList());
    }

    private boolean isStream() {
        return operation.mediaType().equals("text/event-stream");
    }

    private boolean isJson() {
        return operation.mediaType().equals("application/json");
    }

    private Optional<String> item() {
        return ApiDescription.reference(operation.answer())
                .flatMap(types::pageItem)
                .map(types::plain);
    }

    private String result() {
        if (isStream()) {
            return "DeftEvents";
        }
        if (item().isPresent()) {
            return "Stream<" + item().get() + ">";
        }
        if (operation.mediaType().isEmpty()) {
            return "void";
        }
        if (!isJson()) {
            return "String";
        }
        return ApiDescription.reference(operation.answer()).isPresent()
                ? types.plain(operation.answer())
                : "Json.Obj";
    }

    private String statement() {
        String path = ClientSources.path(operation.path());
        if (isStream()) {
            return "return new DeftEvents(connection, %s, %s, last);%n".formatted(path, query());
        }
        if (item().isPresent()) {
            return "return Pages.of(connection, %s, %s, %s.class);%n"
                    .formatted(path, query(), item().get());
        }
        String order =
                "new ApiConnection.Order(\"%s\", %s, %s, %s, %s)"
                        .formatted(
                                operation.method(),
                                path,
                                query(),
                                operation.body().isPresent()
                                        ? "Optional.of(body)"
                                        : "Optional.empty()",
                                operation.acts());
        return switch (result()) {
            case "void" -> "String _ = connection.text(%s);%n".formatted(order);
            case "String" -> "return connection.text(%s);%n".formatted(order);
            case "Json.Obj" -> "return connection.json(%s);%n".formatted(order);
            default -> "return connection.read(%s, %s.class);%n".formatted(order, result());
        };
    }

    private String query() {
        var query = new StringBuilder(hasOptions() ? "query" : "Query.NONE");
        operation.parameters("query").stream()
                .filter(ClientMethod::isRequired)
                .forEach(it -> query.append(".and(\"%s\", %s)".formatted(name(it), name(it))));
        return query.toString();
    }
}
