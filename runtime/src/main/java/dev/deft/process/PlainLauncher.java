package dev.deft.process;

import dev.deft.kernel.Children;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// Starts each command as a child of its own.
final class PlainLauncher implements Launcher {

    private final Tier tier;
    private final String bash;
    private final PlainJob.Spawner spawner;
    private final String mark = UUID.randomUUID().toString();
    private final AtomicLong launched = new AtomicLong();
    private final Mourner mourner;
    private final Outlets outlets = new Outlets();
    private final Set<PlainJob> jobs = ConcurrentHashMap.newKeySet();

    /// Starts commands behind a fence that the spawner puts up, if any.
    PlainLauncher(Tier tier, String bash, PlainJob.Spawner spawner) throws IOException {
        this.tier = tier;
        this.bash = bash;
        this.spawner = spawner;
        this.mourner = Mourner.start(bash, mark);
        Children.adoptOrphans();
    }

    @Override
    public Tier tier() {
        return tier;
    }

    @Override
    public Job launch(Order order, Sink sink) throws IOException, InterruptedException {
        String own = mark + "-" + launched.incrementAndGet();
        Map<String, String> variables = new LinkedHashMap<>(order.variables());
        variables.put(Family.MARK, own);
        var marked = new Order(order.script(), order.directory(), variables, order.stdin());
        Outlet outlet = outlets.take();
        PlainJob job = started(order, marked, own, sink, outlet);
        jobs.add(job);
        Thread.ofPlatform()
                .daemon()
                .name("command " + own)
                .start(() -> {
                    job.run();
                    jobs.remove(job);
                });
        return job;
    }

    private PlainJob started(Order order, Order marked, String own, Sink sink, Outlet outlet)
            throws IOException, InterruptedException {
        try {
            List<String> words = Order.shell(bash, order.script());
            return PlainJob.start(words, marked, own, sink, outlet, spawner);
        } catch (IOException e) {
            outlet.release();
            throw e;
        }
    }

    @Override
    public void close() {
        outlets.close();
        jobs.forEach(PlainJob::kill);
        mourner.dismiss();
    }
}
