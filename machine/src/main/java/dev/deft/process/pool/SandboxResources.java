package dev.deft.process.pool;

import dev.deft.process.job.LaunchRequest;
import dev.deft.process.job.RunnerScripts;
import dev.deft.process.tree.ProcessIdentity;
import dev.deft.process.tree.ProcessTable;
import dev.deft.proxy.Proxy;
import dev.deft.sandbox.ControlGroup;
import dev.deft.sandbox.ResourceLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// What a sandbox gets besides its walls: its ration of the machine, and its way out.
///
/// Only the thread of the sandbox comes here, but for the remark.
final class SandboxResources {

    private static final int TRIES_TO_REMOVE = 1_000;
    private static final long BETWEEN_TRIES_NANOS = 5_000_000;

    private final Plan plan;
    private Optional<ControlGroup> group = Optional.empty();
    private volatile Optional<Proxy> proxy = Optional.empty();
    private volatile Optional<String> lacking = Optional.empty();

    SandboxResources(Plan plan) {
        this.plan = plan;
    }

    /// What to provide.
    record Plan(ResourceLimits ration, Optional<ProxySocket> doorway) {

        /// Whether both provide the same.
        boolean isLike(Plan other) {
            return doorway.equals(other.doorway) && ration.words().equals(other.ration.words());
        }
    }

    /// The first process of a warm sandbox and its arguments.
    static List<String> first(String bash, ResourceLimits ration) {
        List<String> words =
                new ArrayList<>(
                        LaunchRequest.shell(
                                bash, RunnerScripts.SCRIPT, "bash", RunnerScripts.RUNNER));
        words.addAll(ration.words());
        return words;
    }

    /// Begins while the sandbox is being made: the kernel takes its time to move a process.
    void begin(int monitor) {
        ControlGroup made = ControlGroup.make(plan.ration());
        group = Optional.of(made);
        add(made, monitor);
    }

    /// Provides everything to a sandbox that stands and does nothing yet.
    void complete(int monitor) {
        List<Integer> inside = below(monitor);
        group.ifPresent(it -> addAll(it, monitor));
        if (plan.doorway().isPresent() && !inside.isEmpty()) {
            open(plan.doorway().get(), inside.getFirst());
        }
    }

    /// Again and again, until nobody is new: one who was not in the group yet may have started
    /// another meanwhile.
    private void addAll(ControlGroup group, int monitor) {
        Set<Integer> taken = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (int process : below(monitor)) {
                if (taken.add(process)) {
                    add(group, process);
                    more = true;
                }
            }
        }
    }

    private static List<Integer> below(int monitor) {
        return ProcessIdentity.of(monitor).map(ProcessTable::below).orElse(List.of()).stream()
                .map(ProcessIdentity::process)
                .toList();
    }

    private void add(ControlGroup group, int process) {
        try {
            group.add(process);
        } catch (IOException e) {
            lacking = Optional.of("processes and memory are not counted: " + e.getMessage());
        }
    }

    /// A sandbox whose way out cannot be opened is one without; never one that is less fenced.
    private void open(ProxySocket way, int inside) {
        try {
            proxy = Optional.of(way.open(inside));
        } catch (IOException e) {
            lacking =
                    Optional.of(
                            "there is no network, since its proxy could not be set up: "
                                    + e.getMessage());
        }
    }

    /// What to tell after a command: what it lacked, or whom it was refused.
    Optional<String> remark() {
        List<String> refused = proxy.map(Proxy::refusals).orElse(List.of());
        return refused.isEmpty()
                ? lacking
                : Optional.of("the network was refused for " + String.join(", ", refused));
    }

    /// We go, and what is inside stays, without its way out.
    void leave() {
        proxy.ifPresent(Proxy::close);
    }

    /// Nobody is left inside, or will not be in a moment.
    void end() {
        proxy.ifPresent(Proxy::close);
        for (int i = 0; i < TRIES_TO_REMOVE && !group.map(ControlGroup::remove).orElse(true); i++) {
            LockSupport.parkNanos(BETWEEN_TRIES_NANOS);
        }
    }
}
