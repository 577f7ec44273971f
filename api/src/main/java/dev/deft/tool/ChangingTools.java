package dev.deft.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A source whose tools a program can add, remove and replace at any time, from any thread.
public final class ChangingTools implements ToolSource {

    private final String name;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private volatile List<Tool<?>> tools = List.of();

    /// Creates a source without tools.
    ///
    /// @param name for people
    public ChangingTools(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Tool<?>> tools() {
        return tools;
    }

    /// Replaces all tools.
    ///
    /// @param all the new tools
    public void set(List<? extends Tool<?>> all) {
        synchronized (lock) {
            tools = List.copyOf(all);
        }
        listeners.forEach(Runnable::run);
    }

    /// Adds a tool, replacing one with the same id.
    ///
    /// @param tool to add
    public void add(Tool<?> tool) {
        synchronized (lock) {
            List<Tool<?>> all = without(tool.spec().id());
            all.add(tool);
            tools = List.copyOf(all);
        }
        listeners.forEach(Runnable::run);
    }

    /// Removes a tool if it exists.
    ///
    /// @param id of the tool
    public void remove(String id) {
        synchronized (lock) {
            tools = List.copyOf(without(id));
        }
        listeners.forEach(Runnable::run);
    }

    private List<Tool<?>> without(String id) {
        List<Tool<?>> others = new ArrayList<>(tools);
        others.removeIf(it -> it.spec().id().equals(id));
        return others;
    }

    @Override
    public Subscription onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
