package dev.deft.mcp.oauth;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/// A person whose browser signs in without asking: it follows the redirect of the authorization
/// server to the loopback address, and no further.
public final class QuickPerson implements SignInOpener {

    @Override
    public void open(URI address) throws IOException, InterruptedException {
        try (HttpClient browser = HttpClient.newHttpClient()) {
            HttpResponse<String> page = get(browser, address);
            URI back = URI.create(page.headers().firstValue("location").orElseThrow());
            if (!back.getHost().equals("127.0.0.1")) {
                throw new IOException("not a loopback address: " + back);
            }
            HttpResponse<String> _ = get(browser, back);
        }
    }

    private static HttpResponse<String> get(HttpClient browser, URI address)
            throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }
}
