package dev.deft.net;

import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import java.io.IOException;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// The way to a server, as the user's environment and settings say.
public interface Routes {

    /// The proxy for a URL.
    ///
    /// @throws HostException if the setting is wrong
    Optional<ProxyServer> proxy(HttpUrl url) throws HostException;

    /// Which certificates are trusted. Always the same context, so that sessions are resumed.
    ///
    /// @throws HostException if they cannot be read
    SSLContext tls() throws HostException;

    /// Why a certificate was rejected, and what to do; empty if that is not what went wrong.
    Optional<String> certificateProblem(IOException error);
}
