package dev.deft.server.auth;

import dev.deft.resource.Resources;
import dev.deft.server.http.ApiRequest;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Problem;
import dev.deft.server.http.Route;
import dev.deft.server.listener.SignInCookie;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The login page, which turns a token into a cookie, and the way out. Works without scripts.
public final class SignInRoutes {

    private static final int LARGEST_BODY = 8 * 1024;
    private static final String WRONG = "This token is not valid, or was used already.";
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private final SignIns signIns;
    private final String page = resource("login.html");
    private final String style = resource("login.css");

    public SignInRoutes(SignIns signIns) {
        this.signIns = signIns;
    }

    private static String resource(String name) {
        return Resources.text(SignInRoutes.class, name);
    }

    /// They are pages for people, no part of the API that is described.
    public List<Route> routes() {
        return List.of(
                Route.get("/login")
                        .named("access", "loginPage", "Shows the login page.")
                        .query("token", "string", "What the form is filled with.")
                        .answers(200, "text/html", "The page.")
                        .by(it -> page(200, it.parameter("token").orElse(""), Optional.empty())),
                Route.get("/login.css")
                        .named("access", "loginStyle", "How the login page looks.")
                        .answers(200, "text/css", "The style.")
                        .by(_ ->
                                ApiResponse.text(200, "text/css", style)
                                        .with("Cache-Control", "no-cache")),
                Route.post("/login")
                        .named("access", "signIn", "Turns a token into a cookie.")
                        .bodyUpTo(LARGEST_BODY)
                        .answers(303, "", "Signed in.")
                        .by(this::signIn),
                Route.post("/logout")
                        .named("access", "signOut", "Ends a sign-in.")
                        .bodyUpTo(LARGEST_BODY)
                        .answers(303, "", "Signed out.")
                        .by(this::signOut));
    }

    private ApiResponse signIn(ApiRequest request) throws IOException {
        boolean json =
                request.header("content-type")
                        .orElse("")
                        .toLowerCase(Locale.ROOT)
                        .startsWith("application/json");
        String token =
                json ? request.json().text("token").orElse("") : field(request.body(), "token");
        Optional<SignIns.SignedIn> signedIn = signIns.signIn(token.strip());
        if (signedIn.isPresent()) {
            return ApiResponse.empty(303)
                    .with("Location", "/")
                    .with("Set-Cookie", signedIn.get().cookie());
        }
        return json
                ? ApiResponse.of(Problem.unauthenticated(WRONG))
                : page(401, "", Optional.of(WRONG));
    }

    private static String field(String form, String name) throws IOException {
        for (String pair : form.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                try {
                    return URLDecoder.decode(
                            pair.substring(name.length() + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException _) {
                    throw Problem.badRequest("The form is not well formed.").exception();
                }
            }
        }
        return "";
    }

    private ApiResponse signOut(ApiRequest request) throws IOException {
        Optional<String> cookie = request.header("cookie").flatMap(SignInCookie::find);
        if (cookie.isPresent()) {
            signIns.signOut(cookie.get());
        }
        return ApiResponse.empty(303)
                .with("Location", "/login")
                .with("Set-Cookie", SignInCookie.set("", Duration.ZERO));
    }

    private ApiResponse page(int status, String token, Optional<String> error) {
        String told =
                error.map(it -> "<p class=\"error\" role=\"alert\">" + escaped(it) + "</p>\n")
                        .orElse("");
        String html = page.replace("{{error}}", told).replace("{{token}}", escaped(token));
        // Without any referrer, browsers send forms with the origin `null`, which nobody trusts.
        return ApiResponse.text(status, "text/html", html)
                .with("Content-Security-Policy", POLICY)
                .with("Referrer-Policy", "strict-origin");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
