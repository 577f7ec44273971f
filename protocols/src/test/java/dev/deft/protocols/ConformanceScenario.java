package dev.deft.protocols;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What the conformance suite says about one scenario.
///
/// @param said what the program under test printed or threw, for people
public record ConformanceScenario(String name, List<Check> checks, String said) {

    /// This one is made for every scenario: it alone shows nothing.
    private static final String WIRE_SCHEMA = "wire-schema-valid";

    public ConformanceScenario {
        checks = List.copyOf(checks);
    }

    /// Whether something is as the specification says.
    ///
    /// @param status such as `SUCCESS`, `FAILURE`, `WARNING`, `SKIPPED` or `INFO`
    /// @param message why it failed, or what it is about
    public record Check(String id, String status, String message) {}

    static ConformanceScenario read(String name, String checks, String said)
            throws JsonSyntaxException {
        List<Check> all = new ArrayList<>();
        if (JsonText.parse(checks) instanceof Json.Arr(List<Json> items)) {
            for (Json item : items) {
                all.add(check((Json.Obj) item));
            }
        }
        return new ConformanceScenario(name, all, said);
    }

    private static Check check(Json.Obj check) {
        return new Check(
                check.text("id").orElse("?"),
                check.text("status").orElse("?"),
                check.text("errorMessage").or(() -> check.text("description")).orElse("?"));
    }

    /// How many checks passed, besides the one of the wire's schema.
    public long passed() {
        return checks.stream()
                .filter(it -> it.status().equals("SUCCESS") && !it.id().equals(WIRE_SCHEMA))
                .count();
    }

    public long failed() {
        return count("FAILURE");
    }

    public long warned() {
        return count("WARNING");
    }

    public long skipped() {
        return count("SKIPPED");
    }

    private long count(String status) {
        return checks.stream().filter(it -> it.status().equals(status)).count();
    }

    /// Whether something was checked, and nothing failed.
    public boolean isGood() {
        return passed() > 0 && failed() == 0;
    }

    /// One line, and one more for each check that failed, warned or was skipped.
    @Override
    public String toString() {
        String line =
                "%s: %d passed, %d failed, %d warned, %d skipped"
                        .formatted(name, passed(), failed(), warned(), skipped());
        String more =
                checks.stream()
                        .filter(it -> !it.status().equals("SUCCESS") && !it.status().equals("INFO"))
                        .map(it -> "\n    %s %s: %s".formatted(it.status(), it.id(), it.message()))
                        .collect(Collectors.joining());
        boolean useful = !isGood() && !said.isBlank();
        return line + more + (useful ? "\n    said: " + said.strip().indent(8).strip() : "");
    }
}
