package dev.deft.postgres.cluster;

import dev.deft.postgres.connection.Database;
import dev.deft.postgres.live.PostgresLiveEvents;
import dev.deft.postgres.member.Membership;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.store.Cluster;
import dev.deft.server.store.SessionRef;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The servers that share a database.
public final class PostgresCluster implements Cluster {

    private final Database database;
    private final Membership membership;
    private final PostgresLiveEvents live;
    private final Forwarding forwarding;
    private final Runnable housekeeping;
    private final Set<String> workspaces = new ConcurrentSkipListSet<>();
    private volatile Optional<Local> here = Optional.empty();

    /// @param housekeeping what one of the servers does now and then
    public PostgresCluster(
            Database database,
            Membership membership,
            PostgresLiveEvents live,
            Runnable housekeeping) {
        this.database = database;
        this.membership = membership;
        this.live = live;
        this.housekeeping = housekeeping;
        this.forwarding = new Forwarding(database, membership, live);
    }

    /// Notes that this server has a workspace.
    public void serves(String workspace) {
        workspaces.add(workspace);
    }

    @Override
    public String server() {
        return membership.server();
    }

    @Override
    public List<String> servers() throws IOException {
        return Stream.concat(Stream.of(server()), membership.others().stream()).sorted().toList();
    }

    @Override
    public List<String> serving(String workspace) throws IOException {
        return database.query(
                "SELECT server FROM deft_served WHERE workspace = ? ORDER BY server",
                row -> row.getString(1),
                workspace);
    }

    @Override
    public Optional<String> holder(SessionRef session) throws IOException {
        return database.find(
                """
                SELECT v.name FROM deft_sessions s JOIN deft_servers v ON v.incarnation = s.holder
                WHERE s.workspace = ? AND s.id = ? AND v.incarnation <> ? AND %s\
                """
                        .formatted(membership.alive("v")),
                row -> row.getString(1),
                session.workspace(),
                session.session(),
                membership.incarnation());
    }

    /// When the other server died before it began, the request is carried out here.
    @Override
    public ApiResponse forward(String server, ApiRequest request)
            throws IOException, InterruptedException {
        return switch (forwarding.send(server, request)) {
            case Forwarding.Outcome.Answered(ApiResponse response) -> response;
            case Forwarding.Outcome.NotBegun() ->
                    here.orElseThrow(() ->
                                    new IOException(
                                            "The server %s did not answer; nothing was done. Try again."
                                                    .formatted(server)))
                            .handle(request);
        };
    }

    @Override
    public Begun begin(Local local, Consumer<SessionRef> orphan) throws IOException {
        publishWorkspaces();
        var forwarded = new ForwardedRequests(database, membership, live, local);
        var work =
                new WorkQueue(database, membership, Set.copyOf(workspaces), orphan, housekeeping);
        here = Optional.of(local);
        return () -> {
            here = Optional.empty();
            work.close();
            forwarded.close();
        };
    }

    private void publishWorkspaces() throws IOException {
        String[] all = workspaces.toArray(String[]::new);
        int _ =
                database.transact(it -> {
                    int removed =
                            Database.update(
                                    it,
                                    "DELETE FROM deft_served WHERE server = ? AND NOT workspace = ANY (?)",
                                    server(),
                                    all);
                    return removed
                            + Database.update(
                                    it,
                                    "INSERT INTO deft_served (workspace, server) SELECT w, ? FROM unnest(?::text[]) AS w ON CONFLICT DO NOTHING",
                                    server(),
                                    all);
                });
    }

    @Override
    public AtWork atWork(SessionRef session) throws IOException {
        return WorkQueue.note(database, membership, session);
    }
}
