package dev.deft.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A source whose tools a program adds, removes and replaces while sessions live. Any thread may do
/// so.
public final class ChangingTools implements ToolSource {

    private final String name;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private volatile List<Tool<?>> tools = List.of();

    /// A source without tools.
    ///
    /// @param name what people know it by
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

    /// Replaces all tools by these.
    ///
    /// @param all the tools there are from now on
    public void set(List<? extends Tool<?>> all) {
        synchronized (lock) {
            tools = List.copyOf(all);
        }
        listeners.forEach(Runnable::run);
    }

    /// Adds a tool, in place of one that has its id.
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

    /// Removes a tool, if it is there.
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
