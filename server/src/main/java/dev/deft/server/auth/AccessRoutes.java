package dev.deft.server.auth;

import dev.deft.server.access.AccessScope;
import dev.deft.server.access.Principal;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.ProblemException;
import dev.deft.server.http.ResultPage;
import dev.deft.server.http.Route;
import dev.deft.server.store.AuditLog;
import dev.deft.server.store.TokenStore.StoredToken;
import dev.deft.tool.Doc;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The routes for tokens and for the audit log.
public final class AccessRoutes {

    private static final int BATCH = 500;

    private final Tokens tokens;
    private final AuditLog audit;
    private final InstantSource clock;

    public AccessRoutes(Tokens tokens, AuditLog audit, InstantSource clock) {
        this.tokens = tokens;
        this.audit = audit;
        this.clock = clock;
    }

    /// A token, without its secret.
    public record TokenView(
            @Doc("With which it is revoked") String id,
            @Doc("Whose it is") String person,
            @Doc("look, speak, approve, administer") List<String> scopes,
            @Doc("The workspaces it may see; absent for all") Optional<List<String>> workspaces,
            @Doc("token, one_time or sign_in") String kind,
            String created,
            Optional<String> expires) {

        static TokenView of(StoredToken token) {
            return new TokenView(
                    token.id(),
                    token.person(),
                    scopes(token),
                    token.workspaces().map(it -> it.stream().sorted().toList()),
                    kind(token),
                    token.created().toString(),
                    token.expires().map(Instant::toString));
        }

        private static List<String> scopes(StoredToken token) {
            return token.scopes().stream().sorted().map(AccessScope::wire).toList();
        }

        private static String kind(StoredToken token) {
            if (token.once()) {
                return "one_time";
            }
            return Tokens.isSignIn(token) ? "sign_in" : "token";
        }
    }

    /// A token to be issued.
    public record NewToken(
            @Doc("Whose it will be") String person,
            @Doc("What it allows: look, speak, approve, administer") List<String> scopes,
            @Doc("The workspaces it may see; absent for all") Optional<List<String>> workspaces,
            @Doc("After which it is not valid any more, such as 2030-01-31T12:00:00Z")
                    Optional<String> expires) {}

    /// A token that was issued.
    public record IssuedToken(
            String id,
            @Doc("The token itself. It is not shown again") String token,
            String person,
            List<String> scopes,
            Optional<List<String>> workspaces,
            String created,
            Optional<String> expires) {

        static IssuedToken of(Tokens.Issued issued) {
            TokenView view = TokenView.of(issued.token());
            return new IssuedToken(
                    view.id(),
                    issued.text(),
                    view.person(),
                    view.scopes(),
                    view.workspaces(),
                    view.created(),
                    view.expires());
        }
    }

    /// A line of the audit log.
    public record ActView(
            long id,
            String at,
            @Doc("Who did it") String person,
            @Doc("The id of the token") String token,
            @Doc("The operation, such as sendMessage") String act,
            @Doc("What it was done to") String target,
            int status,
            String detail) {

        static ActView of(AuditLog.Act act) {
            return new ActView(
                    act.id(),
                    act.at().toString(),
                    act.person(),
                    act.token(),
                    act.act(),
                    act.target(),
                    act.status(),
                    act.detail());
        }
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/v1/tokens")
                        .named("access", "listTokens", "Lists tokens and sign-ins.")
                        .needs(AccessScope.ADMINISTER)
                        .paged()
                        .answersPage(TokenView.class)
                        .by(this::list),
                Route.post("/v1/tokens")
                        .named("access", "issueToken", "Issues a token.")
                        .needs(AccessScope.ADMINISTER)
                        .body(NewToken.class)
                        .answers(201, IssuedToken.class)
                        .by(this::issue),
                Route.delete("/v1/tokens/{token}")
                        .named("access", "revokeToken", "Revokes a token and its sign-ins at once.")
                        .needs(AccessScope.ADMINISTER)
                        .answers(204, "", "It is revoked.")
                        .by(this::revoke),
                Route.get("/v1/audit")
                        .named("access", "listActs", "Lists who did what, the last act first.")
                        .needs(AccessScope.ADMINISTER)
                        .query("before", "string", "Only acts before the one with this id.")
                        .paged()
                        .answersPage(ActView.class)
                        .by(this::acts));
    }

    private ApiResponse list(ApiRequest request) throws IOException {
        ResultPage<StoredToken> page = ResultPage.of(visible(request), request, StoredToken::id);
        return ResultPage.response(
                new ResultPage<>(page.items().stream().map(TokenView::of).toList(), page.next()),
                request);
    }

    /// Somebody who sees only some workspaces administers only tokens that see no others.
    private List<StoredToken> visible(ApiRequest request) throws IOException {
        return tokens.list().stream()
                .filter(it -> isWithin(it.workspaces(), request.principal().workspaces()))
                .toList();
    }

    private static boolean isWithin(Optional<Set<String>> these, Optional<Set<String>> those) {
        return those.isEmpty() || (these.isPresent() && those.get().containsAll(these.get()));
    }

    private ApiResponse issue(ApiRequest request) throws IOException {
        NewToken wanted = request.body(NewToken.class);
        Set<AccessScope> scopes = EnumSet.noneOf(AccessScope.class);
        for (String it : wanted.scopes()) {
            scopes.add(
                    AccessScope.find(it)
                            .orElseThrow(() ->
                                    refused(
                                            "There is no scope %s; there are look, speak, approve and administer."
                                                    .formatted(it))));
        }
        Optional<Set<String>> workspaces = wanted.workspaces().map(HashSet::new);
        if (scopes.isEmpty() || wanted.person().isBlank() || wanted.person().length() > 200) {
            throw refused(
                    "A token needs a person with a name of at most 200 characters, and at least one"
                            + " scope.");
        }
        if (!request.principal().scopes().containsAll(scopes)
                || !isWithin(workspaces, request.principal().workspaces())) {
            throw Problem.forbidden(
                            "A token cannot allow more than the one it is issued with: give it"
                                    + " fewer scopes or workspaces.")
                    .exception();
        }
        Tokens.Issued issued =
                tokens.issue(
                        new Tokens.Grant(
                                wanted.person(), scopes, workspaces, expires(wanted.expires())));
        return ApiResponse.record(201, IssuedToken.of(issued))
                .with("Location", "/v1/tokens/" + issued.token().id())
                .with("Cache-Control", "no-store");
    }

    private Optional<Instant> expires(Optional<String> text) throws ProblemException {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Instant time = Instant.parse(text.get());
            if (time.isAfter(clock.instant())) {
                return Optional.of(time);
            }
        } catch (DateTimeException _) {
            throw refused("expires takes a time such as 2030-01-31T12:00:00Z.");
        }
        throw refused("expires must be in the future.");
    }

    private static ProblemException refused(String detail) {
        return Problem.badRequest(detail).exception();
    }

    private ApiResponse revoke(ApiRequest request) throws IOException {
        String id = request.variable("token");
        boolean seen = visible(request).stream().anyMatch(it -> it.id().equals(id));
        if (!seen || !tokens.revoke(id)) {
            throw Problem.notFound("There is no token %s.".formatted(id)).exception();
        }
        return ApiResponse.empty(204);
    }

    private ApiResponse acts(ApiRequest request) throws IOException {
        int limit = request.number("limit", 1, ResultPage.MOST, ResultPage.USUAL);
        Optional<String> from = request.parameter("cursor").or(() -> request.parameter("before"));
        List<AuditLog.Act> acts = seen(request.principal(), before(from), limit + 1);
        boolean more = acts.size() > limit;
        List<ActView> shown = acts.stream().limit(limit).map(ActView::of).toList();
        return ResultPage.response(
                new ResultPage<>(
                        shown,
                        more ? Optional.of(Long.toString(shown.getLast().id())) : Optional.empty()),
                request);
    }

    /// The latest acts that somebody may know of: who sees only some workspaces sees what was done
    /// in them.
    private List<AuditLog.Act> seen(Principal principal, long before, int most) throws IOException {
        if (principal.workspaces().isEmpty()) {
            return audit.latest(before, most);
        }
        List<AuditLog.Act> seen = new ArrayList<>();
        long next = before;
        while (seen.size() < most) {
            List<AuditLog.Act> acts = audit.latest(next, BATCH);
            acts.stream().filter(it -> mayKnow(principal, it)).forEach(seen::add);
            if (acts.size() < BATCH) {
                break;
            }
            next = acts.getLast().id();
        }
        return seen.stream().limit(most).toList();
    }

    private static boolean mayKnow(Principal principal, AuditLog.Act act) {
        String[] target = act.target().split("/", 3);
        return target.length > 1 && target[0].equals("workspaces") && principal.sees(target[1]);
    }

    private static long before(Optional<String> id) throws ProblemException {
        try {
            return id.isEmpty() ? 0 : Long.parseLong(id.get());
        } catch (NumberFormatException _) {
            throw refused("before takes the id of an act.");
        }
    }
}
