package dev.deft.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What the conformance suite says about a program.
///
/// @param required the scenarios that a revision demands
/// @param scenarios all that ran, by name; also those that no revision demands
/// @param log what the suite printed
public record ConformanceVerdict(
        List<String> required, Map<String, ConformanceScenario> scenarios, String log) {

    public ConformanceVerdict {
        required = List.copyOf(required);
        scenarios = Map.copyOf(scenarios);
    }

    /// Fails if a required scenario is missing, failed, or checked nothing.
    public void assertRequired() {
        assertGood(required);
    }

    /// Fails if one of these scenarios is missing, failed, or checked nothing.
    public void assertGood(List<String> names) {
        assertThat(names).as("a judge without scenarios accepts everything").isNotEmpty();
        List<String> bad = new ArrayList<>();
        for (String name : names) {
            ConformanceScenario scenario = scenarios.get(name);
            if (scenario == null) {
                bad.add(name + ": did not run\n" + linesAbout(name));
            } else if (!scenario.isGood()) {
                bad.add(scenario.toString());
            }
        }
        assertThat(bad).as("%d of %d scenarios are not good", bad.size(), names.size()).isEmpty();
    }

    private String linesAbout(String name) {
        return log.lines()
                .filter(it -> it.contains(name))
                .limit(5)
                .reduce("", (all, line) -> all + "    " + line + "\n");
    }

    /// How many required scenarios are good, as `30/30`.
    public String score() {
        long good =
                required.stream()
                        .filter(it -> scenarios.containsKey(it) && scenarios.get(it).isGood())
                        .count();
        return good + "/" + required.size();
    }

    /// Every scenario, for people.
    @Override
    public String toString() {
        var all = new StringBuilder("required and good: " + score() + "\n");
        new TreeMap<>(scenarios)
                .values()
                .forEach(it ->
                        all.append(required.contains(it.name()) ? "  " : "  (not required) ")
                                .append(it)
                                .append('\n'));
        return all.toString();
    }
}
