package dev.deft.postgres.connection;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.postgresql.ds.common.BaseDataSource;

/// Where a database is, from an address such as `postgresql://deft@db.example:5432/deft`. What the
/// address leaves out comes from the variables that other PostgreSQL programs read, such as
/// `PGPASSWORD`.
///
/// @param schema with the tables; created if it does not exist
/// @param pool the most connections for statements
/// @param ssl properties of the driver that begin with `ssl`, by name
public record PostgresAddress(
        String host,
        int port,
        String database,
        Optional<String> user,
        Optional<String> password,
        String schema,
        int pool,
        Map<String, String> ssl) {

    private static final int DEFAULT_PORT = 5432;
    private static final int DEFAULT_POOL = 10;
    private static final int MAX_POOL = 1_000;
    private static final String DEFAULT_NAME = "deft";
    private static final String SSL_MODE = "sslmode";
    private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,40}");
    private static final Set<String> SSL =
            Set.of(SSL_MODE, "sslrootcert", "sslcert", "sslkey", "sslfactory");

    /// Seconds until a server that does not answer counts as gone.
    private static final int CONNECT_SECONDS = 5;

    private static final int SOCKET_SECONDS = 20;

    /// A server that was paused within a transaction must not block the others.
    private static final String SETTINGS =
            "-c idle_in_transaction_session_timeout=10s -c lock_timeout=15s -c statement_timeout=60s";

    public PostgresAddress {
        ssl = Map.copyOf(ssl);
    }

    /// Reads an address.
    ///
    /// @throws IOException with a sentence that does not repeat the address, since it may have a
    ///   password
    public static PostgresAddress parse(String address, Map<String, String> environment)
            throws IOException {
        URI uri = uri(address);
        Map<String, String> query = query(uri);
        String[] owner = Optional.ofNullable(uri.getRawUserInfo()).orElse("").split(":", 2);
        String path = Optional.ofNullable(uri.getPath()).orElse("");
        return new PostgresAddress(
                first(Optional.ofNullable(uri.getHost()), environment, "PGHOST")
                        .orElse("localhost"),
                port(uri, environment),
                first(Optional.of(path.replaceFirst("^/", "")), environment, "PGDATABASE")
                        .orElse(DEFAULT_NAME),
                first(Optional.of(decoded(owner[0])), environment, "PGUSER"),
                first(
                        owner.length > 1 ? Optional.of(decoded(owner[1])) : Optional.empty(),
                        environment,
                        "PGPASSWORD"),
                schema(query),
                pool(query),
                ssl(query, environment));
    }

    private static URI uri(String address) throws IOException {
        try {
            // Without a host and a path it would be no URI.
            return new URI(address.replaceFirst("^([a-z]+://)(?=[?]|$)", "$1/"));
        } catch (URISyntaxException _) {
            throw new IOException(
                    "The address of the store cannot be read; it looks like postgresql://user@host:5432/database. Put a password with special characters into PGPASSWORD.");
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Optional<String> first(
            Optional<String> given, Map<String, String> environment, String variable) {
        return given.filter(it -> !it.isEmpty())
                .or(() -> Optional.ofNullable(environment.get(variable)))
                .filter(it -> !it.isEmpty());
    }

    private static int port(URI uri, Map<String, String> environment) throws IOException {
        if (uri.getPort() > 0) {
            return uri.getPort();
        }
        Optional<String> given = Optional.ofNullable(environment.get("PGPORT"));
        return given.isPresent() ? number("PGPORT", given.get(), 65_535) : DEFAULT_PORT;
    }

    private static int number(String name, String text, int most) throws IOException {
        try {
            int value = Integer.parseInt(text);
            if (value >= 1 && value <= most) {
                return value;
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        throw new IOException("%s is a number from 1 to %d.".formatted(name, most));
    }

    private static Map<String, String> query(URI uri) throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        for (String part : Optional.ofNullable(uri.getRawQuery()).orElse("").split("&", -1)) {
            if (part.isEmpty()) {
                continue;
            }
            String[] pair = part.split("=", 2);
            String name = decoded(pair[0]);
            if (!SSL.contains(name) && !name.equals("schema") && !name.equals("pool")) {
                throw new IOException(
                        "The address of the store has an unknown parameter %s; it takes schema, pool, sslmode, sslrootcert, sslcert and sslkey."
                                .formatted(name));
            }
            values.put(name, pair.length > 1 ? decoded(pair[1]) : "");
        }
        return values;
    }

    private static String schema(Map<String, String> query) throws IOException {
        String schema = query.getOrDefault("schema", DEFAULT_NAME);
        if (!SCHEMA.matcher(schema).matches()) {
            throw new IOException(
                    "The schema of the store has lower-case letters, digits and _, at most 41 of them.");
        }
        return schema;
    }

    private static int pool(Map<String, String> query) throws IOException {
        String given = query.getOrDefault("pool", "");
        return given.isEmpty() ? DEFAULT_POOL : number("pool", given, MAX_POOL);
    }

    private static Map<String, String> ssl(
            Map<String, String> query, Map<String, String> environment) {
        Map<String, String> ssl = new LinkedHashMap<>();
        Optional.ofNullable(environment.get("PGSSLMODE")).ifPresent(it -> ssl.put(SSL_MODE, it));
        Optional.ofNullable(environment.get("PGSSLROOTCERT"))
                .ifPresent(it -> ssl.put("sslrootcert", it));
        query.forEach((name, value) -> {
            if (SSL.contains(name)) {
                ssl.put(name, value);
            }
        });
        return ssl;
    }

    /// Tells a source of the driver where to connect.
    ///
    /// @param seconds how long an answer may take
    void configure(BaseDataSource source, int seconds) {
        source.setServerNames(new String[] {host});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        user.ifPresent(source::setUser);
        password.ifPresent(source::setPassword);
        source.setCurrentSchema(schema);
        source.setApplicationName("deft");
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setLoginTimeout(2 * CONNECT_SECONDS);
        source.setSocketTimeout(seconds);
        source.setTcpKeepAlive(true);
        source.setOptions(SETTINGS);
        Optional.ofNullable(ssl.get(SSL_MODE)).ifPresent(source::setSslMode);
        Optional.ofNullable(ssl.get("sslrootcert")).ifPresent(source::setSslRootCert);
        Optional.ofNullable(ssl.get("sslcert")).ifPresent(source::setSslCert);
        Optional.ofNullable(ssl.get("sslkey")).ifPresent(source::setSslKey);
        Optional.ofNullable(ssl.get("sslfactory")).ifPresent(source::setSslfactory);
    }

    void configure(BaseDataSource source) {
        configure(source, SOCKET_SECONDS);
    }

    /// Without the password.
    @Override
    public String toString() {
        return "%s:%d/%s".formatted(host, port, database);
    }
}
