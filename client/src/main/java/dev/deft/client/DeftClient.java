package dev.deft.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// Talks to a server of Deft. It is thread-safe.
///
/// ```java
/// try (var deft = DeftClient.connect(URI.create("http://127.0.0.1:7333"), token)) {
///     deft.workspaces().listWorkspaces(Query.NONE).forEach(System.out::println);
/// }
/// ```
public final class DeftClient implements AutoCloseable {

    /// How long a request may take; calls of tools take their time.
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final ApiConnection connection;

    private DeftClient(ApiConnection connection) {
        this.connection = connection;
    }

    /// A client of a server.
    ///
    /// @param address such as `http://127.0.0.1:7333`
    /// @param token as `deft tokens add` prints it
    public static DeftClient connect(URI address, String token) {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(Duration.ofSeconds(10))
                        .build();
        return of(http, address, token);
    }

    /// A client with settings of one's own, such as the certificates it trusts.
    ///
    /// @param http closed with this client
    public static DeftClient of(HttpClient http, URI address, String token) {
        return new DeftClient(new ApiConnection(http, address, token, LIMIT));
    }

    /// The operations about server.
    public ServerApi server() {
        return new ServerApi(connection);
    }

    /// The operations about workspaces.
    public WorkspacesApi workspaces() {
        return new WorkspacesApi(connection);
    }

    /// The operations about files.
    public FilesApi files() {
        return new FilesApi(connection);
    }

    /// The operations about tools.
    public ToolsApi tools() {
        return new ToolsApi(connection);
    }

    /// The operations about rules.
    public RulesApi rules() {
        return new RulesApi(connection);
    }

    /// The operations about schedules.
    public SchedulesApi schedules() {
        return new SchedulesApi(connection);
    }

    /// The operations about memory.
    public MemoryApi memory() {
        return new MemoryApi(connection);
    }

    /// The operations about usage.
    public UsageApi usage() {
        return new UsageApi(connection);
    }

    /// The operations about access.
    public AccessApi access() {
        return new AccessApi(connection);
    }

    /// The operations about sessions.
    public SessionsApi sessions() {
        return new SessionsApi(connection);
    }

    /// The operations about events.
    public EventsApi events() {
        return new EventsApi(connection);
    }

    /// The operations about changes.
    public ChangesApi changes() {
        return new ChangesApi(connection);
    }

    /// The operations about requests.
    public RequestsApi requests() {
        return new RequestsApi(connection);
    }

    @Override
    public void close() {
        connection.close();
    }
}
