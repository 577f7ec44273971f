package dev.deft.agent.model.listing;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.model.ModelSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// Finds model servers on this machine: connects to the ports where they usually listen, on the
/// loopback address only, and asks what is there. It sends no key.
public final class LocalServers {

    /// The variable with other ports.
    public static final String VARIABLE = "DEFT_LOCAL_PORTS";

    /// How long a connection may take.
    static final int CONNECT_MILLIS = 300;

    /// How long a server may take to say what it is.
    static final Duration TIME = Duration.ofSeconds(2);

    private static final String NONE = "none";
    private static final int LAST_PORT = 65_535;

    /// The ports where servers usually listen, by their documentation.
    private static final List<Place> USUAL =
            List.of(
                    new Place(11434, "/v1"), // Ollama
                    new Place(1234, "/v1"), // LM Studio
                    new Place(8000, "/v1"), // vLLM
                    new Place(8080, "/v1"), // llama.cpp, LocalAI, MLX
                    new Place(1337, "/v1"), // Jan
                    new Place(30000, "/v1"), // SGLang
                    new Place(12434, "/engines/v1")); // Docker Model Runner

    private final List<Place> places;

    private LocalServers(List<Place> places) {
        this.places = places;
    }

    private record Place(int port, String path) {}

    /// {@return those at the usual ports, or at the ports that the environment names}
    ///
    /// @throws ConfigException when the variable is neither a list of ports nor `none`
    public static LocalServers from(Map<String, String> environment) throws ConfigException {
        String set = environment.getOrDefault(VARIABLE, "").strip();
        if (set.isEmpty()) {
            return new LocalServers(USUAL);
        }
        if (set.equals(NONE)) {
            return new LocalServers(List.of());
        }
        List<Place> places = new ArrayList<>();
        for (String port : set.split(",", -1)) {
            places.add(new Place(port(port.strip()), "/v1"));
        }
        return new LocalServers(places);
    }

    private static int port(String text) throws ConfigException {
        if (text.matches("\\d{1,5}")) {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= LAST_PORT) {
                return port;
            }
        }
        throw new ConfigException(
                VARIABLE
                        + " must be port numbers separated by commas, such as 11434,1234, or none");
    }

    /// {@return the servers that run now, in the order of the ports}
    public List<LocalServer> find() throws InterruptedException {
        return inParallel(
                places.stream().<Callable<Optional<LocalServer>>>map(it -> () -> ask(it)).toList());
    }

    /// {@return the model server at a configured base URL; empty if it is not on this machine}
    ///
    /// @param settings how it is reached; its key is sent there, as in a run
    public static Optional<LocalServer> at(ModelSettings settings) throws InterruptedException {
        Optional<String> origin = BaseUrls.localOrigin(settings.baseUrl());
        if (origin.isEmpty()) {
            return Optional.empty();
        }
        var probe = new ServerProbe(origin.get(), BaseUrls.path(settings.baseUrl()), settings);
        return inParallel(List.<Callable<Optional<LocalServer>>>of(probe::identify)).stream()
                .findFirst();
    }

    private static List<LocalServer> inParallel(List<Callable<Optional<LocalServer>>> probes)
            throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return threads.invokeAll(probes, TIME.toMillis(), TimeUnit.MILLISECONDS).stream()
                    .filter(it -> it.state() != Future.State.CANCELLED)
                    .flatMap(it -> it.resultNow().stream())
                    .toList();
        }
    }

    private static Optional<LocalServer> ask(Place place) throws InterruptedException {
        if (!isOpen(place.port())) {
            return Optional.empty();
        }
        return ServerProbe.withoutKey(place.port(), place.path()).identify();
    }

    private static boolean isOpen(int port) {
        try (var socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port),
                    CONNECT_MILLIS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
