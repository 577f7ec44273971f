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

/// The fields of an object, in their order, never changed. Most objects are small and made field by
/// field, so a copy with one field more must be cheap.
final class Fields extends AbstractMap<String, Json> {

    /// Past this many fields looking one up takes a table.
    private static final int FEW = 12;

    private final String[] names;
    private final Json[] values;
    private Optional<Map<String, Integer>> places = Optional.empty();

    private Fields(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
    }

    static Fields of(Map<String, Json> given) {
        if (given instanceof Fields fields) {
            return fields;
        }
        String[] names = new String[given.size()];
        Json[] values = new Json[given.size()];
        int at = 0;
        for (Map.Entry<String, Json> field : given.entrySet()) {
            names[at] = field.getKey();
            values[at++] = field.getValue();
        }
        return new Fields(names, values);
    }

    Fields with(String name, Json value) {
        int place = place(name);
        if (place >= 0) {
            Json[] changed = values.clone();
            changed[place] = value;
            return new Fields(names, changed);
        }
        String[] more = Arrays.copyOf(names, names.length + 1);
        Json[] all = Arrays.copyOf(values, values.length + 1);
        more[names.length] = name;
        all[names.length] = value;
        return new Fields(more, all);
    }

    private int place(Object name) {
        if (names.length > FEW) {
            return places().getOrDefault(name, -1);
        }
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Map<String, Integer> places() {
        Map<String, Integer> known = places.orElseGet(HashMap::new);
        if (known.isEmpty()) {
            for (int i = 0; i < names.length; i++) {
                known.put(names[i], i);
            }
            places = Optional.of(known);
        }
        return known;
    }

    @Override
    public @Nullable Json get(@Nullable Object name) {
        int place = name == null ? -1 : place(name);
        return place < 0 ? null : values[place];
    }

    @Override
    public boolean containsKey(@Nullable Object name) {
        return name != null && place(name) >= 0;
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
                return new Each();
            }
        };
    }

    /// One field after the other.
    private final class Each implements Iterator<Map.Entry<String, Json>> {

        private int next;

        @Override
        public boolean hasNext() {
            return next < names.length;
        }

        @Override
        public Map.Entry<String, Json> next() {
            if (next == names.length) {
                throw new NoSuchElementException("there are no more fields");
            }
            return Map.entry(names[next], values[next++]);
        }
    }
}
