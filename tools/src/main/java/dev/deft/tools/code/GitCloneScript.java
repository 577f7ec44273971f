package dev.deft.tools.code;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The script that clones a repository: one branch without history, and nothing runs that the
/// repository, its server, the user or the system configures.
final class GitCloneScript {

    /// Replaces the settings of the user and the system, which may name filters, hooks, helpers and
    /// other addresses.
    private static final String VARIABLES =
            "export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_ATTR_NOSYSTEM=1"
                    + " GIT_LFS_SKIP_SMUDGE=1 GIT_PROTOCOL_FROM_USER=0 GIT_TERMINAL_PROMPT=0"
                    + " GIT_ASKPASS=/bin/false SSH_ASKPASS=/bin/false GIT_ALLOW_PROTOCOL=";

    private static final List<String> SETTINGS =
            List.of(
                    "core.hooksPath=/dev/null",
                    "core.fsmonitor=false",
                    "core.attributesFile=/dev/null",
                    "core.protectHFS=true",
                    "core.protectNTFS=true",
                    "core.askPass=",
                    "credential.helper=",
                    "filter.lfs.smudge=",
                    "filter.lfs.process=",
                    "filter.lfs.required=false",
                    "submodule.recurse=false",
                    "fetch.recurseSubmodules=false",
                    "transfer.bundleURI=false",
                    "http.followRedirects=false",
                    "maintenance.auto=false",
                    "gc.auto=0");

    private static final String CLONE =
            " clone --template= --depth=1 --single-branch --no-recurse-submodules --progress";

    private GitCloneScript() {}

    /// @param protocol the only one that git may use
    /// @param url a word of the script
    /// @param further settings
    /// @param ssh the command for SSH, if it is used
    static String of(
            String protocol,
            String url,
            String directory,
            List<String> further,
            Optional<String> ssh) {
        var script = new StringBuilder(VARIABLES).append(protocol).append('\n');
        ssh.ifPresent(
                it -> script.append("export GIT_SSH_COMMAND=").append(quoted(it)).append('\n'));
        var git = new StringBuilder("git");
        List<String> settings = new ArrayList<>(SETTINGS);
        settings.addAll(further);
        settings.forEach(it -> git.append(" -c ").append(quoted(it)));
        script.append(git).append(CLONE).append(" -- ");
        script.append(url).append(' ').append(quoted(directory)).append(" || exit\n");
        script.append(git)
                .append(" -C ")
                .append(quoted(directory))
                .append(" log -1 --format=%H%n%cI%n%s 2>/dev/null || true\n");
        return script.toString();
    }

    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
