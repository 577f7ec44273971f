package dev.deft.engine.network;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Proxies;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.http.CertificateAuthorities;
import dev.deft.agent.model.http.CertificateError;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.HttpUrl;
import dev.deft.net.ProxyServer;
import dev.deft.net.Routes;
import java.io.IOException;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// The proxies and certificates of the user, the same as for models.
public final class UserRoutes implements Routes {

    private final Map<String, String> environment;
    private @Nullable SSLContext tls;

    public UserRoutes(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Optional<ProxyServer> proxy(HttpUrl url) throws HostException {
        try {
            return new Proxies(environment)
                    .forUrl(url.toString())
                    .map(it -> new ProxyServer(it.host(), it.port(), it.credentials()));
        } catch (ConfigException e) {
            throw new HostException(ErrorCode.UNAVAILABLE, e.getMessage() + ".");
        }
    }

    @Override
    public synchronized SSLContext tls() throws HostException {
        SSLContext known = tls;
        if (known == null) {
            known = create();
            tls = known;
        }
        return known;
    }

    private SSLContext create() throws HostException {
        try {
            Optional<Path> file =
                    UserDirectories.certificates(
                            Configuration.ofUser(environment).settings().caFile(), environment);
            return file.isPresent()
                    ? CertificateAuthorities.with(file.get())
                    : SSLContext.getDefault();
        } catch (IOException e) {
            throw new HostException(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (NoSuchAlgorithmException e) {
            throw new HostException(
                    ErrorCode.UNAVAILABLE,
                    "This Java cannot make secure connections: " + e.getMessage());
        }
    }

    @Override
    public Optional<String> certificateProblem(IOException error) {
        return CertificateError.of(error).map(CertificateError::message);
    }
}
