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
        boolean identifies =
                command.is("ssh", "scp", "sftp", "rsync") && usesSecretsAsIdentity(command);
        return command.usesNetwork() && command.namesSecret() && !identifies;
    }

    /// `-i key` authenticates with the key and does not send it.
    private static boolean usesSecretsAsIdentity(WatchedCommand command) {
        List<String> words = command.words();
        for (int i = 0; i < words.size(); i++) {
            boolean identity = i > 0 && words.get(i - 1).equals("-i");
            if (!identity && WatchedCommand.isSecret(words.get(i))) {
                return false;
            }
        }
        return true;
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
        for (int i = 0; i < words.size(); i++) {
            String next = i + 1 < words.size() ? words.get(i + 1) : "";
            for (String option : CURL_BODY_OPTIONS) {
                if (isFile(value(words.get(i), option, next))) {
                    return true;
                }
            }
        }
        return false;
    }

    /// The value of an option, in the same word or in the next; empty if the word is another one.
    private static String value(String word, String option, String next) {
        if (word.equals(option)) {
            return next;
        }
        return word.startsWith(option)
                ? word.substring(option.length()).replaceFirst("^=", "")
                : "";
    }

    /// `@file`, `name=@file` or `name=<file`; `@-` is standard input.
    private static boolean isFile(String value) {
        return (value.startsWith("@") && !value.equals("@-"))
                || value.matches("(?s)[^=&@]+=[@<].+");
    }
}
