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

/// The resources a sandbox gets from outside: its control group and its proxy.
///
/// Only the thread of the sandbox calls this, except for [#remark].
final class SandboxResources {

    private static final int MAX_REMOVALS = 1_000;
    private static final long REMOVAL_INTERVAL_NANOS = 5_000_000;

    private final Plan plan;
    private Optional<ControlGroup> group = Optional.empty();
    private volatile Optional<Proxy> proxy = Optional.empty();
    private volatile Optional<String> problem = Optional.empty();

    SandboxResources(Plan plan) {
        this.plan = plan;
    }

    record Plan(ResourceLimits limits, Optional<ProxySocket> proxySocket) {

        boolean matches(Plan other) {
            return proxySocket.equals(other.proxySocket)
                    && limits.words().equals(other.limits.words());
        }
    }

    /// The command line of the first process of a warm sandbox.
    static List<String> initCommand(String bash, ResourceLimits limits) {
        List<String> words =
                new ArrayList<>(
                        LaunchRequest.shell(
                                bash, RunnerScripts.SANDBOX_INIT, "bash", RunnerScripts.RUNNER));
        words.addAll(limits.words());
        return words;
    }

    /// Starts while the sandbox is being created, because moving a process to a control group takes
    /// time.
    void begin(int monitor) {
        ControlGroup controlGroup = ControlGroup.create(plan.limits());
        group = Optional.of(controlGroup);
        add(controlGroup, monitor);
    }

    /// Provides everything to a sandbox that is ready and idle.
    void complete(int monitor) {
        List<Integer> inside = descendants(monitor);
        group.ifPresent(it -> addAll(it, monitor));
        if (plan.proxySocket().isPresent() && !inside.isEmpty()) {
            openProxy(plan.proxySocket().get(), inside.getFirst());
        }
    }

    /// Repeats until there are no new processes: a process that is not in the group yet may fork.
    private void addAll(ControlGroup group, int monitor) {
        Set<Integer> added = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (int process : descendants(monitor)) {
                if (added.add(process)) {
                    add(group, process);
                    more = true;
                }
            }
        }
    }

    private static List<Integer> descendants(int monitor) {
        return ProcessIdentity.of(monitor).map(ProcessTable::descendants).orElse(List.of()).stream()
                .map(ProcessIdentity::pid)
                .toList();
    }

    private void add(ControlGroup group, int process) {
        try {
            group.add(process);
        } catch (IOException e) {
            problem = Optional.of("processes and memory are not limited: " + e.getMessage());
        }
    }

    /// If the proxy cannot be opened, the sandbox has no network; it is never less confined.
    private void openProxy(ProxySocket proxySocket, int inside) {
        try {
            proxy = Optional.of(proxySocket.open(inside));
        } catch (IOException e) {
            problem =
                    Optional.of(
                            "there is no network, because its proxy could not be set up: "
                                    + e.getMessage());
        }
    }

    /// A remark for the result of a command: what it lacked, or which connections were refused.
    Optional<String> remark() {
        List<String> refused = proxy.map(Proxy::refusals).orElse(List.of());
        return refused.isEmpty()
                ? problem
                : Optional.of("the network was refused for " + String.join(", ", refused));
    }

    /// Closes the proxy of a detached sandbox, which continues without network.
    void closeProxy() {
        proxy.ifPresent(Proxy::close);
    }

    /// Closes the proxy and removes the control group of a sandbox that has ended.
    void close() {
        proxy.ifPresent(Proxy::close);
        for (int i = 0; i < MAX_REMOVALS && !group.map(ControlGroup::remove).orElse(true); i++) {
            LockSupport.parkNanos(REMOVAL_INTERVAL_NANOS);
        }
    }
}
