package dev.deft.guard;

import java.util.List;

/// Commands that send secrets or files to another machine.
final class DataLeaks {

    private static final List<String> CURL_BODY_OPTIONS =
            List.of(
                    "-d",
                    "--data",
                    "--data-ascii",
                    "--data-binary",
                    "--data-urlencode",
                    "--json",
                    "-F",
                    "--form");

    private DataLeaks() {}

    static boolean sendsSecret(WatchedCommand command) {
        return command.usesNetwork()
                && (command.redirectsFromSecret() || namesSecretToSend(command));
    }

    /// `ssh -i key` authenticates with the key and does not send it.
    private static boolean namesSecretToSend(WatchedCommand command) {
        boolean identifies = command.is("ssh", "scp", "sftp", "rsync");
        String previous = "";
        for (String word : command.words()) {
            boolean identity = identifies && previous.equals("-i");
            if (!identity && WatchedCommand.isSecret(word)) {
                return true;
            }
            previous = word;
        }
        return false;
    }

    static boolean uploadsFile(WatchedCommand command) {
        List<String> words = command.words();
        if (command.is("curl")) {
            return words.stream().anyMatch(it -> it.matches("(?s)-[A-Za-z]*T.*|--upload-file.*"))
                    || sendsFileAsBody(words);
        }
        if (command.is("wget")) {
            return words.stream().anyMatch(it -> it.matches("(?s)--(post|body)-file.*"));
        }
        return command.is("nc", "ncat", "netcat", "socat")
                && command.command().redirections().stream()
                        .anyMatch(it ->
                                it.kind().reads() && !it.target().prefix().startsWith("/dev/null"));
    }

    private static boolean sendsFileAsBody(List<String> words) {
        String previous = "";
        for (String word : words) {
            boolean separate = CURL_BODY_OPTIONS.contains(previous) && isFile(word);
            boolean attached =
                    CURL_BODY_OPTIONS.stream()
                            .filter(word::startsWith)
                            .map(it -> word.substring(it.length()).replaceFirst("^=", ""))
                            .anyMatch(DataLeaks::isFile);
            if (separate || attached) {
                return true;
            }
            previous = word;
        }
        return false;
    }

    /// `@file`, `name=@file` or `name=<file`; `@-` is standard input.
    private static boolean isFile(String value) {
        return (value.startsWith("@") && !value.equals("@-"))
                || value.matches("(?s)[^=&@]+=[@<].+");
    }
}
