package dev.deft.hostcommand;

import dev.deft.policy.CommandHost;
import dev.deft.sandbox.SandboxInputs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The command line of `ssh`: no prompts, no configuration files, one command only.
record SshCommand(CommandHost host, SandboxInputs inputs) {

    /// The kernel's limit for one argument.
    private static final int LONGEST_COMMAND = 128 * 1024 - 1;

    private static final List<String> OPTIONS =
            List.of(
                    "BatchMode=yes",
                    "StrictHostKeyChecking=yes",
                    "UpdateHostKeys=no",
                    "ConnectionAttempts=1",
                    "ConnectTimeout=10",
                    "ServerAliveInterval=15",
                    "ServerAliveCountMax=3",
                    "ClearAllForwardings=yes",
                    "ForwardAgent=no",
                    "ForwardX11=no",
                    "PermitLocalCommand=no",
                    "ControlMaster=no",
                    "ControlPath=none",
                    "EscapeChar=none",
                    "RequestTTY=no",
                    "LogLevel=ERROR");

    /// The variables that identify the user and locate keys.
    private static final List<String> VARIABLES =
            List.of("HOME", "USER", "LOGNAME", "PATH", "SSH_AUTH_SOCK");

    /// The command line that runs a command on the remote host.
    ///
    /// @throws IOException if that is impossible, with a message for the caller
    List<String> commandLine(List<String> words) throws IOException {
        String command = words.stream().map(SshCommand::quoted).collect(Collectors.joining(" "));
        if (command.getBytes(StandardCharsets.UTF_8).length > LONGEST_COMMAND) {
            throw new IOException("the arguments are too long for SSH; use standard input");
        }
        Path ssh =
                inputs.helpers()
                        .find("ssh")
                        .orElseThrow(() ->
                                new IOException(
                                        "no trusted ssh was found on the PATH; install OpenSSH"));
        var line = new ArrayList<String>();
        inputs.helpers()
                .find("setpriv")
                .ifPresent(it -> line.addAll(List.of(it.toString(), "--pdeathsig", "KILL", "--")));
        line.addAll(List.of(ssh.toString(), "-F", "none"));
        OPTIONS.forEach(it -> line.addAll(List.of("-o", it)));
        keys(line);
        host.port().ifPresent(it -> line.addAll(List.of("-p", String.valueOf(it))));
        host.user().ifPresent(it -> line.addAll(List.of("-l", it)));
        line.addAll(List.of("--", host.host(), command));
        return line;
    }

    private void keys(List<String> line) {
        identity()
                .ifPresent(it ->
                        line.addAll(
                                List.of(
                                        "-o",
                                        "IdentityFile=\"" + it + "\"",
                                        "-o",
                                        "IdentitiesOnly=yes",
                                        "-o",
                                        "IdentityAgent=none")));
        knownHosts()
                .ifPresent(it ->
                        line.addAll(
                                List.of(
                                        "-o",
                                        "UserKnownHostsFile=\"" + it + "\"",
                                        "-o",
                                        "GlobalKnownHostsFile=none")));
    }

    Optional<Path> identity() {
        return host.identityFile(inputs.environment());
    }

    Optional<Path> knownHosts() {
        return host.knownHostsFile(inputs.environment());
    }

    /// The environment of `ssh`.
    Map<String, String> variables() {
        Map<String, String> variables = new HashMap<>(inputs.environment());
        variables.keySet().retainAll(VARIABLES);
        return variables;
    }

    /// Quotes a word for POSIX shells.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
