package dev.deft.tools.web;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.web.search.SearchProvider;
import dev.deft.tools.web.search.SearchResult;
import dev.deft.tools.web.search.SearchSetup;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;

/// Searches the web with the service of the session.
public final class WebSearchTool implements Tool<WebSearchTool.Params> {

    /// Its id, by which a session finds it to bind its service.
    public static final String ID = "web_search";

    private final SearchSetup setup;
    private final ReentrantLock counting = new ReentrantLock();

    /// @param setup the service of the session
    public WebSearchTool(SearchSetup setup) {
        this.setup = setup;
    }

    public record Params(
            @Doc("What to search for") @Bounds(min = 1, max = 500) String query,
            @Doc("The most results") @Bounds(min = 1, max = 100) OptionalInt maxResults) {}

    /// The results, best first.
    public record Data(List<SearchResult> results) {

        public Data {
            results = List.copyOf(results);
        }
    }

    /// How often a session has searched.
    public record Count(int calls) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        ID,
                        Params.class,
                        ToolCategory.NETWORK,
                        ToolKind.FETCH,
                        Map.of("results", SearchSetup.Bounds.DEFAULT.results()))
                .requiring(setup.host().map(RequirementSet::fetching).orElse(RequirementSet.NONE))
                .within(Limits.DEFAULT);
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) {
        return setup.host().map(Touch::fetching).map(List::of).orElse(List.of());
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        if (setup.provider().isEmpty()) {
            return ToolResult.failure(ErrorCode.UNAVAILABLE, SearchAnswer.howToConfigure());
        }
        SearchProvider provider = setup.provider().get();
        String name = provider.access().service().wire();
        if (provider.access().key().isMissing()) {
            return ToolResult.failure(
                    ErrorCode.UNAVAILABLE,
                    "%s needs a key, and the environment variable %s is not set. Tell the user to set it before Deft is started."
                            .formatted(name, provider.access().key().variable()));
        }
        count(host);
        int most =
                Math.min(
                        params.maxResults().orElse(setup.limits().results()),
                        setup.limits().results());
        Network.Response response =
                host.net().send(provider.request(params.query(), most, setup.limits().timeout()));
        return new SearchAnswer(provider, params.query(), most).of(response);
    }

    /// Counts the call before it is sent, so that a crash cannot make calls free.
    private void count(Host host) throws IOException, InterruptedException {
        counting.lockInterruptibly();
        try {
            int calls = host.session().load(ID, Count.class).map(Count::calls).orElse(0);
            if (calls >= setup.limits().calls()) {
                throw new HostException(
                        ErrorCode.LIMIT_REACHED,
                        "This session has searched the web %d times, as often as web_search.calls allows. Go on with what was found; known pages can be read with `web_fetch`."
                                .formatted(calls));
            }
            host.session().save(ID, new Count(calls + 1));
        } finally {
            counting.unlock();
        }
    }
}
