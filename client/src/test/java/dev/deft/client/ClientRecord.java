package dev.deft.client;

import java.util.List;
import java.util.stream.Collectors;

/// Writes one record. What a program sends has a short constructor and methods for the rest.
record ClientRecord(String name, List<ClientSources.Component> components, boolean sent) {

    String source() {
        var source = new StringBuilder("/// `%s` of the API.%n".formatted(name));
        List<ClientSources.Component> documented =
                components.stream().filter(it -> !it.doc().isEmpty()).toList();
        if (!documented.isEmpty()) {
            source.append("///\n");
        }
        documented.forEach(
                it -> source.append("/// @param %s %s%n".formatted(it.name(), it.doc())));
        String all = list(components);
        source.append("public record %s(%s) {".formatted(name, all));
        if (sent && components.stream().anyMatch(it -> !it.required())) {
            source.append("\n\n").append(constructor());
            components.stream()
                    .filter(it -> !it.required())
                    .map(this::with)
                    .forEach(source::append);
        }
        return source.append("}\n\n").toString();
    }

    private static String list(List<ClientSources.Component> some) {
        return some.stream()
                .map(it -> it.type() + " " + it.name())
                .collect(Collectors.joining(", "));
    }

    private String constructor() {
        List<ClientSources.Component> required =
                components.stream().filter(ClientSources.Component::required).toList();
        String values =
                components.stream()
                        .map(it -> it.required() ? it.name() : "Optional.empty()")
                        .collect(Collectors.joining(", "));
        return "/// Without what may be left out.%npublic %s(%s) { this(%s); }%n%n"
                .formatted(name, list(required), values);
    }

    private String with(ClientSources.Component it) {
        String values =
                components.stream()
                        .map(other -> other.equals(it) ? "Optional.of(value)" : other.name())
                        .collect(Collectors.joining(", "));
        String method =
                "with" + Character.toUpperCase(it.name().charAt(0)) + it.name().substring(1);
        return "/// The same with `%s`.%npublic %s %s(%s value) { return new %s(%s); }%n%n"
                .formatted(it.name(), name, method, it.boxed(), name, values);
    }
}
