package dev.deft.mcp.server.method;

import dev.deft.mcp.server.feature.McpCallers;
import dev.deft.mcp.server.feature.PromptEntry;
import dev.deft.mcp.server.feature.PromptProvider;
import dev.deft.mcp.server.feature.ResourceProvider;
import dev.deft.registry.DialectTool;
import dev.deft.run.Approver;
import java.io.IOException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What all connections of a server share.
public final class McpEndpoint implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(McpEndpoint.class.getName());

    private final Offer offer;
    private final SessionOpener opener;
    private final Approver approver;
    private final ClientSession shared;
    private final McpMethods methods;
    private final ChangeHub hub;
    private final SuspendedRequests suspended;
    private final Subscriptions subscriptions;
    private final ModernRequests modern;

    /// What a server offers besides the tools.
    ///
    /// @param places what descriptions of tools say about the workspace, by placeholder
    public record Offer(
            ServerDescription identity,
            McpCallers callers,
            List<ResourceProvider> resources,
            List<PromptProvider> prompts,
            Map<String, String> places) {

        public Offer {
            resources = List.copyOf(resources);
            prompts = List.copyOf(prompts);
            places = Map.copyOf(places);
        }
    }

    public McpEndpoint(Offer offer, SessionOpener opener, InstantSource clock) {
        this.offer = offer;
        this.opener = opener;
        this.approver = new ElicitationApprover(offer.callers());
        this.shared = new ClientSession(opener, approver);
        var resources = new ResourceMethods(offer.resources());
        var prompts = new PromptMethods(offer.prompts());
        this.methods =
                new McpMethods(
                        offer.callers(),
                        new ToolMethods(offer.callers(), offer.places()),
                        resources,
                        prompts,
                        new CompletionMethod(resources, prompts));
        this.hub = new ChangeHub(new Versions());
        this.suspended = new SuspendedRequests(clock);
        this.subscriptions = new Subscriptions(hub);
        this.modern = new ModernRequests(offer.identity(), methods, suspended, subscriptions);
    }

    /// The session of clients that have none of their own: that of standard input and output, and
    /// all of the stateless era.
    public ClientSession shared() {
        return shared;
    }

    /// Makes a session for one client, which the caller gives back.
    public ClientSession newSession() {
        return opener.isSingle() ? shared : new ClientSession(opener, approver);
    }

    /// Closes the session of a client that has gone, if it is its own.
    public void giveBack(ClientSession session) {
        if (session != shared) {
            session.close();
        }
    }

    public ModernRequests modern() {
        return modern;
    }

    /// Starts the connection of a client of a revision with sessions.
    public LegacyClient connect(ClientSession session, LegacyClient.Teller unsolicited) {
        return new LegacyClient(offer.identity(), methods, hub, session, unsolicited);
    }

    /// Takes reports of changes.
    public ChangeHub changes() {
        return hub;
    }

    private final class Versions implements ChangeHub.Probe {

        @Override
        public Map<Change, String> lists() {
            Map<Change, String> versions = new HashMap<>();
            try {
                versions.put(
                        new Change.OfTools(),
                        String.join(
                                " ",
                                shared.tools().dialect().tools().stream()
                                        .map(McpEndpoint::version)
                                        .toList()));
                versions.put(
                        new Change.OfPrompts(),
                        String.join(
                                " ",
                                methods.prompts().entries().values().stream()
                                        .map(PromptEntry::toString)
                                        .toList()));
            } catch (IOException e) {
                LOG.log(System.Logger.Level.DEBUG, "changes cannot be watched", e);
            }
            return versions;
        }

        @Override
        public Map<Change, String> resources(Set<String> addresses) {
            Map<Change, String> versions = new HashMap<>();
            for (String uri : addresses) {
                Optional<String> version = methods.resources().version(uri);
                version.ifPresent(it -> versions.put(new Change.OfResource(uri), it));
            }
            return versions;
        }
    }

    private static String version(DialectTool tool) {
        return tool.name() + (tool.unavailable().isPresent() ? "-" : "+");
    }

    /// Answers the requests that wait for changes.
    public void endSubscriptions() {
        subscriptions.close();
    }

    /// Ends subscriptions and suspended requests, and closes the shared session. Close the
    /// connections first.
    @Override
    public void close() {
        subscriptions.close();
        suspended.close();
        hub.close();
        shared.close();
    }
}
