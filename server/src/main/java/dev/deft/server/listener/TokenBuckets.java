package dev.deft.server.listener;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// Lets each key take so many in a time, with a supply for bursts. Thread-safe. Of too many keys,
/// those that took nothing for the longest time are forgotten.
final class TokenBuckets {

    private static final int MOST_KEYS = 10_000;

    private final int capacity;
    private final double perNano;
    private final LongSupplier nanos;
    private final Map<String, Bucket> buckets =
            new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
                    return size() > MOST_KEYS;
                }
            };

    private static final class Bucket {

        private double left;
        private long at;

        Bucket(double left, long at) {
            this.left = left;
            this.at = at;
        }
    }

    /// @param capacity the supply
    /// @param perSecond how fast it fills up again
    TokenBuckets(int capacity, double perSecond, LongSupplier nanos) {
        this.capacity = capacity;
        this.perNano = perSecond / 1e9;
        this.nanos = nanos;
    }

    /// Takes one.
    ///
    /// @return 0 if there was one, else the seconds after which there will be
    synchronized long take(String key) {
        Bucket bucket = filled(key);
        if (bucket.left >= 1) {
            bucket.left -= 1;
            return 0;
        }
        return wait(bucket);
    }

    /// Like [#take], but takes nothing.
    synchronized long look(String key) {
        Bucket bucket = filled(key);
        return bucket.left >= 1 ? 0 : wait(bucket);
    }

    private Bucket filled(String key) {
        long now = nanos.getAsLong();
        Bucket bucket = buckets.computeIfAbsent(key, _ -> new Bucket(capacity, now));
        bucket.left = Math.min(capacity, bucket.left + (now - bucket.at) * perNano);
        bucket.at = now;
        return bucket;
    }

    private long wait(Bucket bucket) {
        return Math.max(1, (long) Math.ceil((1 - bucket.left) / perNano / 1e9));
    }
}
