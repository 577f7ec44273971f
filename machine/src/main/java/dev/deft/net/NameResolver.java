package dev.deft.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Looks up the addresses of a name.
@FunctionalInterface
public interface NameResolver {

    /// The resolver of the system.
    ///
    /// It cannot be interrupted, so it works on a thread of its own, which is left behind if nobody
    /// waits any longer.
    NameResolver SYSTEM =
            name -> {
                var lookup = new FutureTask<>(() -> List.of(InetAddress.getAllByName(name)));
                Thread.ofPlatform().daemon().name("look up a host").start(lookup);
                try {
                    return lookup.get();
                } catch (ExecutionException _) {
                    throw new UnknownHostException(name);
                }
            };

    /// The addresses of a name, at least one.
    ///
    /// @throws UnknownHostException if there is none
    List<InetAddress> addresses(String name) throws UnknownHostException, InterruptedException;
}
