package dev.deft.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What changed between two states of an API, in sentences.
///
/// @param incompatible what breaks a program that was compiled, or compiles, against the first one
/// @param compatible the rest
record ApiChanges(List<String> incompatible, List<String> compatible) {

    ApiChanges {
        incompatible = List.copyOf(incompatible);
        compatible = List.copyOf(compatible);
    }

    /// @param before signatures by their keys, as [ApiSignatures] gives them
    static ApiChanges between(SortedMap<String, String> before, SortedMap<String, String> after) {
        var incompatible = new ArrayList<String>();
        var compatible = new ArrayList<String>();
        var keys = new TreeMap<String, String>(before);
        keys.putAll(after);
        for (String key : keys.keySet()) {
            String old = before.getOrDefault(key, "");
            String current = after.getOrDefault(key, "");
            if (old.equals(current)) {
                continue;
            }
            if (current.isEmpty()) {
                incompatible.add("removed: " + key + " " + old);
            } else if (!old.isEmpty()) {
                boolean harmless =
                        loosened(old).equals(loosened(current)) && old.length() > current.length();
                (harmless ? compatible : incompatible)
                        .add("changed: " + key + " " + old + " → " + current);
            } else if (breaksOthers(key, current, before)) {
                incompatible.add(
                        "added to what others implement or switch over: " + key + " " + current);
            } else {
                compatible.add("added: " + key + " " + current);
            }
        }
        return new ApiChanges(incompatible, compatible);
    }

    /// Without what can be taken away without harm: an abstract method may get a body, and a final
    /// class or method may be opened.
    private static String loosened(String signature) {
        return signature.replace(" abstract", "").replace(" default", "").replace(" final", "");
    }

    /// A new type breaks nobody, and neither do its members.
    private static boolean breaksOthers(String key, String signature, Map<String, String> before) {
        int member = key.indexOf('#');
        String owner = member < 0 ? "" : before.getOrDefault(key.substring(0, member), "");
        boolean abstractMember =
                signature.contains(" abstract")
                        && !owner.contains("sealed interface")
                        && !owner.contains("annotation");
        return !owner.isEmpty() && (abstractMember || signature.equals("constant"));
    }
}
