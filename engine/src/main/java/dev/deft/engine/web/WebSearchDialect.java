package dev.deft.engine.web;

import dev.deft.registry.DelegatingDialect;
import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tools.web.WebSearchTool;
import dev.deft.tools.web.search.SearchSetup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Binds `web_search` of another dialect to the service of a session, so that it requires and
/// touches the host of that service and no other. The settings are read when the tool is first
/// asked for.
public final class WebSearchDialect extends DelegatingDialect {

    private final Source source;
    private final String sessionId;
    private volatile Optional<Bound> bound = Optional.empty();
    private volatile Cached cached = new Cached(List.of(), List.of());

    /// @param sessionId decides between several services
    public WebSearchDialect(Dialect delegate, Source source, String sessionId) {
        super(delegate);
        this.source = source;
        this.sessionId = sessionId;
    }

    /// Reads the settings of a session.
    @FunctionalInterface
    public interface Source {

        SearchServices read() throws IOException;
    }

    /// The tool of the session.
    ///
    /// @param unavailable why it cannot be called
    private record Bound(WebSearchTool tool, Optional<String> unavailable) {

        DialectTool over(DialectTool other) {
            return new DialectTool(
                    other.name(),
                    other.description(),
                    other.parameters(),
                    tool,
                    other.mapper(),
                    other.limits(),
                    unavailable);
        }
    }

    /// Reuses its list as long as the other dialect returns the same one.
    @Override
    @SuppressWarnings("ReferenceEquality")
    public List<DialectTool> tools() {
        List<DialectTool> current = super.tools();
        Cached known = cached;
        if (known.from != current) {
            List<DialectTool> tools = new ArrayList<>(current.size());
            current.forEach(it -> tools.add(bound(it)));
            known = new Cached(current, List.copyOf(tools));
            cached = known;
        }
        return known.tools;
    }

    @Override
    public Optional<DialectTool> find(String name) {
        return super.find(name).map(this::bound);
    }

    private DialectTool bound(DialectTool tool) {
        return tool.tool() instanceof WebSearchTool ? bound().over(tool) : tool;
    }

    private synchronized Bound bound() {
        if (bound.isEmpty()) {
            bound = Optional.of(read());
        }
        return bound.get();
    }

    /// A mistake in the settings is told by the tool that needs them.
    private Bound read() {
        try {
            SearchServices services = source.read();
            SearchSetup setup = services.of(sessionId);
            boolean hindered = setup.provider().isEmpty() && !services.problems().isEmpty();
            return new Bound(
                    new WebSearchTool(setup),
                    hindered
                            ? Optional.of(String.join(" ", services.problems()))
                            : Optional.empty());
        } catch (IOException e) {
            return new Bound(
                    new WebSearchTool(SearchSetup.NONE),
                    Optional.of(String.valueOf(e.getMessage())));
        }
    }

    /// The tools made from a list, which is compared by identity.
    private record Cached(List<DialectTool> from, List<DialectTool> tools) {}
}
