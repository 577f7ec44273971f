package dev.deft.mcp.oauth;

import java.io.IOException;
import java.net.URI;

/// Shows a person the page at which they sign in.
@FunctionalInterface
public interface SignInOpener {

    /// For programs without a person: signing in fails, and the message says how to do it.
    SignInOpener NOBODY =
            _ -> {
                throw new IOException("nobody is there to sign in");
            };

    /// Opens the page, and does not wait for the person.
    ///
    /// @param address with `https`, or `http` on this machine; it holds no secret that outlives the
    ///   sign-in
    void open(URI address) throws IOException, InterruptedException;
}
