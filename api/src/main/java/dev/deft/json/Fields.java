package dev.deft.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The immutable, ordered fields of an object. Objects are mostly small and built field by field,
/// so a copy with one more field must be cheap.
final class Fields extends AbstractMap<String, Json> {

    /// Objects with more fields use a hash table for lookups.
    private static final int MAX_LINEAR_SEARCH = 12;

    private final String[] names;
    private final Json[] values;
    private Optional<Map<String, Integer>> indexes = Optional.empty();

    private Fields(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
    }

    static Fields of(Map<String, Json> source) {
        if (source instanceof Fields fields) {
            return fields;
        }
        String[] names = new String[source.size()];
        Json[] values = new Json[source.size()];
        int at = 0;
        for (Map.Entry<String, Json> field : source.entrySet()) {
            names[at] = field.getKey();
            values[at++] = field.getValue();
        }
        return new Fields(names, values);
    }

    Fields with(String name, Json value) {
        int index = index(name);
        if (index >= 0) {
            Json[] changed = values.clone();
            changed[index] = value;
            return new Fields(names, changed);
        }
        String[] more = Arrays.copyOf(names, names.length + 1);
        Json[] all = Arrays.copyOf(values, values.length + 1);
        more[names.length] = name;
        all[names.length] = value;
        return new Fields(more, all);
    }

    private int index(Object name) {
        if (names.length > MAX_LINEAR_SEARCH) {
            return indexes().getOrDefault(name, -1);
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Map<String, Integer> indexes() {
        Map<String, Integer> known = indexes.orElseGet(HashMap::new);
        if (known.isEmpty()) {
            for (int i = 0; i < names.length; i++) {
                known.put(names[i], i);
            }
            indexes = Optional.of(known);
        }
        return known;
    }

    @Override
    public @Nullable Json get(@Nullable Object name) {
        int index = name == null ? -1 : index(name);
        return index < 0 ? null : values[index];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return name != null && index(name) >= 0;
    }

    @Override
    public int size() {
        return names.length;
    }

    @Override
    public Set<Map.Entry<String, Json>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return names.length;
            }

            @Override
            public Iterator<Map.Entry<String, Json>> iterator() {
                return new FieldIterator();
            }
        };
    }

    /// Iterates over the fields.
    private final class FieldIterator implements Iterator<Map.Entry<String, Json>> {

        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, Json> next() {
            if (next == names.length) {
                throw new NoSuchElementException("no more fields");
            }
            return Map.entry(names[next], values[next++]);
        }
    }
}
