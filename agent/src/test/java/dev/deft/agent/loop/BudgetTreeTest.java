package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Usage;
import dev.deft.policy.BudgetLimits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Random trees of sessions in random order, beside sums that are kept apart.
class BudgetTreeTest {

    /// A session with what it and those below it used, kept apart from the budget.
    private static final class Node {

        private final RunBudget budget;
        private final Optional<Node> parent;
        private final long most;
        private final long mostCalls;
        private long tokens;
        private long calls;
        private long underWay;
        private Optional<Long> ceiling = Optional.empty();
        private Optional<Long> request = Optional.empty();

        Node(RunBudget budget, Optional<Node> parent, long most, long mostCalls) {
            this.budget = budget;
            this.parent = parent;
            this.most = most;
            this.mostCalls = mostCalls;
        }

        List<Node> upwards() {
            List<Node> all = new ArrayList<>(List.of(this));
            parent.ifPresent(it -> all.addAll(it.upwards()));
            return all;
        }
    }

    private static BudgetLimits limits(long tokens, long calls) {
        return BudgetLimits.NONE.withTokens(tokens).withCalls(calls);
    }

    private static List<Node> tree(Random random) {
        List<Node> nodes = new ArrayList<>();
        long tokens = 500L + random.nextInt(5_000);
        long calls = 1L + random.nextInt(60);
        nodes.add(
                new Node(
                        RunBudget.of(limits(tokens, calls), InstantSource.system()),
                        Optional.empty(),
                        tokens,
                        calls));
        for (int i = random.nextInt(20); i > 0; i--) {
            Node above = nodes.get(random.nextInt(nodes.size()));
            long share = 1L + random.nextInt(6_000);
            long some = 1L + random.nextInt(80);
            nodes.add(
                    new Node(
                            above.budget.child(limits(share, some)),
                            Optional.of(above),
                            share,
                            some));
        }
        return nodes;
    }

    @Test
    void neverExceedsALimitByMoreThanTheRequestsUnderWay() {
        for (int seed = 0; seed < 300; seed++) {
            var random = new Random(seed);
            List<Node> nodes = tree(random);
            for (int i = 0; i < 400; i++) {
                Node node = nodes.get(random.nextInt(nodes.size()));
                if (random.nextBoolean()) {
                    call(node, seed);
                } else if (node.request.isPresent()) {
                    finish(node);
                } else {
                    start(node, 1 + random.nextInt(400), seed);
                }
            }
        }
    }

    private static void call(Node node, int seed) {
        boolean expected =
                node.upwards().stream()
                        .allMatch(it -> it.calls < it.mostCalls && it.tokens < it.most);
        boolean taken = node.budget.takeCall().isEmpty();
        assertThat(taken).as("seed %d", seed).isEqualTo(expected);
        if (taken) {
            node.upwards().forEach(it -> it.calls++);
        }
    }

    private static void start(Node node, long size, int seed) {
        boolean expected = node.upwards().stream().allMatch(it -> it.tokens < it.most);
        boolean free = node.budget.reached().isEmpty();
        assertThat(free).as("seed %d", seed).isEqualTo(expected);
        if (free) {
            node.request = Optional.of(size);
            node.upwards().forEach(it -> it.underWay += size);
        }
    }

    private static void finish(Node node) {
        long size = node.request.orElseThrow();
        node.request = Optional.empty();
        node.budget.add(new Usage(size, 0, 0, 0), OptionalDouble.empty());
        for (Node it : node.upwards()) {
            it.tokens += size;
            it.underWay -= size;
            if (it.ceiling.isEmpty() && it.tokens >= it.most) {
                it.ceiling = Optional.of(it.tokens + it.underWay);
                assertThat(it.tokens).isLessThan(it.most + size);
            }
            assertThat(it.tokens)
                    .as("beyond the limit only by what was under way")
                    .isLessThanOrEqualTo(it.ceiling.orElse(it.most));
        }
    }

    @Test
    void countsCallsOfManyThreadsExactly() throws InterruptedException {
        RunBudget top = RunBudget.of(BudgetLimits.NONE.withCalls(1_000), InstantSource.system());
        List<Thread> threads = new ArrayList<>();
        var taken = new AtomicInteger();
        for (int i = 0; i < 16; i++) {
            RunBudget own = top.child(BudgetLimits.NONE.withCalls(100));
            threads.add(
                    Thread.startVirtualThread(() -> {
                        for (int call = 0; call < 200; call++) {
                            if (own.takeCall().isEmpty()) {
                                taken.incrementAndGet();
                            }
                        }
                    }));
        }
        for (Thread it : threads) {
            it.join();
        }
        assertThat(taken).hasValue(1_000);
    }
}
