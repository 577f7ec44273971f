package dev.deft.tools.code;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The address of a repository. Only forms are accepted whose meaning for git is certain: no
/// `ext::` and other helpers, no options, no credentials.
sealed interface RepositoryUrl {

    /// Over HTTP.
    ///
    /// @param scheme `https` or `http`
    record Web(String scheme, String host, int port, String url) implements RepositoryUrl {}

    /// Over SSH.
    record Ssh(String host, int port, String url) implements RepositoryUrl {}

    /// A repository on this machine.
    ///
    /// @param path as the caller wrote it
    record Local(String path) implements RepositoryUrl {}

    Pattern SCP =
            Pattern.compile(
                    "([A-Za-z0-9._][A-Za-z0-9._-]*)@([A-Za-z0-9][A-Za-z0-9.-]*):([^-:/][^:]*)");
    Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+\\]");
    Pattern USER = Pattern.compile("[A-Za-z0-9._][A-Za-z0-9._-]*");
    int LONGEST = 2_000;
    int HIGHEST_PORT = 65_535;

    /// Reads an address.
    ///
    /// @throws HostException if it has another form, with what to write instead
    static RepositoryUrl parse(String text) throws HostException {
        if (text.length() > LONGEST || !text.chars().allMatch(RepositoryUrl::isPlain)) {
            throw wrong("has blanks, control characters or too many characters");
        }
        Matcher scp = SCP.matcher(text);
        if (scp.matches()) {
            return ssh(scp.group(1), scp.group(2), 22, "/" + scp.group(3));
        }
        URI uri = uri(text);
        String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
        if (uri.getRawFragment() != null) {
            throw wrong("has a fragment (#…)");
        }
        return switch (scheme) {
            case "https" -> web(scheme, uri, 443);
            case "http" -> web(scheme, uri, 80);
            case "ssh" -> ssh(uri);
            case "file" -> local(uri);
            default -> throw wrong("is none that can be cloned");
        };
    }

    private static boolean isPlain(int character) {
        return character > ' ' && character != 0x7f && !Character.isISOControl(character);
    }

    private static URI uri(String text) throws HostException {
        if (text.startsWith("-") || (text.contains("::") && !text.contains("["))) {
            throw wrong("is none that can be cloned");
        }
        try {
            return new URI(text);
        } catch (URISyntaxException _) {
            throw wrong("is no URL");
        }
    }

    private static RepositoryUrl web(String scheme, URI uri, int usual) throws HostException {
        String host = host(uri);
        if (uri.getRawUserInfo() != null) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The URL has a user name or a password in it, which would be stored in the clone. Leave it out; only public repositories can be cloned over HTTP.");
        }
        int port = port(uri, usual);
        String path = Optional.ofNullable(uri.getRawPath()).orElse("");
        String query = Optional.ofNullable(uri.getRawQuery()).map(it -> "?" + it).orElse("");
        String authority = port == usual ? host : host + ":" + port;
        return new Web(scheme, host, port, scheme + "://" + authority + path + query);
    }

    private static RepositoryUrl ssh(URI uri) throws HostException {
        String user = Optional.ofNullable(uri.getRawUserInfo()).orElse("git");
        String path = Optional.ofNullable(uri.getRawPath()).orElse("");
        if (path.startsWith("/-") || path.length() < 2) {
            throw wrong("names no repository");
        }
        return ssh(user, host(uri), port(uri, 22), path);
    }

    private static RepositoryUrl ssh(String user, String host, int port, String path)
            throws HostException {
        if (!USER.matcher(user).matches()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "The user name of the URL is none, or has a password behind it. Write ssh://git@host/path.");
        }
        return new Ssh(host, port, "ssh://%s@%s:%d%s".formatted(user, host, port, path));
    }

    private static RepositoryUrl local(URI uri) throws HostException {
        String host = Optional.ofNullable(uri.getRawAuthority()).orElse("");
        String path = Optional.ofNullable(uri.getPath()).orElse("");
        if (!(host.isEmpty() || host.equals("localhost")) || path.isEmpty()) {
            throw wrong("names another machine");
        }
        return new Local(path);
    }

    private static String host(URI uri) throws HostException {
        String host = Optional.ofNullable(uri.getHost()).orElse("");
        if (!HOST.matcher(host).matches()) {
            throw wrong("names no host");
        }
        return host.toLowerCase(Locale.ROOT);
    }

    private static int port(URI uri, int usual) throws HostException {
        int port = uri.getPort() < 0 ? usual : uri.getPort();
        if (port < 1 || port > HIGHEST_PORT) {
            throw wrong("has a port that does not exist");
        }
        return port;
    }

    private static HostException wrong(String what) {
        return new HostException(
                ErrorCode.INVALID_ARGUMENTS,
                "The URL %s. Use https://host/path, ssh://git@host/path or file:///path."
                        .formatted(what));
    }

    /// The directory to clone into, if the caller names none.
    default String name() {
        String path =
                switch (this) {
                    case Web(_, _, _, String url) ->
                            url.replaceAll("\\?.*$", "").replaceAll("^[a-z]+://[^/]*", "");
                    case Ssh(_, _, String url) -> url.replaceAll("^[a-z]+://[^/]*", "");
                    case Local(String it) -> it;
                };
        String trimmed = path.replaceAll("/+$", "").replaceAll("(/\\.git|\\.git)$", "");
        String last = trimmed.substring(trimmed.lastIndexOf('/') + 1);
        return last.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[.-]+", "");
    }
}
