package dev.deft.testing;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HostSession;
import dev.deft.host.Question;
import dev.deft.host.Variables;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A session in memory.
final class InMemorySession implements HostSession {

    private final Map<String, Record> values = new HashMap<>();
    private final Map<String, String> variables = new HashMap<>();
    private final Deque<List<List<String>>> answers = new ArrayDeque<>();

    void answer(List<List<String>> next) {
        answers.add(next);
    }

    @Override
    public String id() {
        return "test";
    }

    @Override
    public Variables variables() {
        return new Variables() {
            @Override
            public Optional<String> find(String name) {
                return Optional.ofNullable(variables.get(name));
            }

            @Override
            public Optional<String> set(String name, String value) {
                return Optional.ofNullable(variables.put(name, value));
            }
        };
    }

    @Override
    public <T extends Record> Optional<T> load(String name, Class<T> type) {
        return Optional.ofNullable(values.get(name)).map(type::cast);
    }

    @Override
    public void save(String name, Record value) {
        values.put(name, value);
    }

    @Override
    public List<List<String>> ask(List<Question> questions) throws HostException {
        if (answers.isEmpty()) {
            throw new HostException(ErrorCode.REFUSED, "Nobody is there to answer.");
        }
        return answers.remove();
    }
}
