package dev.deft.process;

import dev.deft.policy.CommandHost;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;

/// A machine that lets one key in and runs, for whatever is asked, the script that the
/// documentation shows as the forced command.
final class SshHostFixture implements AutoCloseable {

    /// What can be run there, by the names on its list.
    private static final Map<String, String> PROGRAMS =
            Map.of(
                    "say", "printf '<%s>' \"$@\"; echo",
                    "upper", "tr a-z A-Z",
                    "through", "cat",
                    "fail", "echo out; echo trouble >&2; exit \"$1\"",
                    "flood", "exec yes",
                    "hang", "echo hanging; exec sleep 600");

    private static final Pattern SCRIPT = Pattern.compile("(?ms)^```bash\\R(.*?)^```");

    private final SshServer server;
    private final Path home;

    private SshHostFixture(SshServer server, Path home) {
        this.server = server;
        this.home = home;
    }

    static SshHostFixture open(Path home) throws Exception {
        Path programs = Files.createDirectories(home.resolve("programs"));
        for (Map.Entry<String, String> it : PROGRAMS.entrySet()) {
            script(programs.resolve(it.getKey()), "#!/bin/bash\n" + it.getValue() + "\n");
        }
        script(programs.resolve("unlisted"), "#!/bin/bash\necho it ran\n");
        script(home.resolve("deft-host"), documented());
        KeyPair ours = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
        KeyPair its = KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, 256);
        Path key = home.resolve("key");
        try (OutputStream out = Files.newOutputStream(key)) {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(ours, "test", null, out);
        }
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(KeyPairProvider.wrap(its));
        server.setPublickeyAuthenticator((user, offered, _) ->
                user.equals("ops") && KeyUtils.compareKeys(offered, ours.getPublic()));
        server.setCommandFactory((_, asked) -> new Forced(home, asked));
        server.start();
        Files.writeString(
                home.resolve("known"),
                "[127.0.0.1]:%d %s\n"
                        .formatted(server.getPort(), PublicKeyEntry.toString(its.getPublic())));
        return new SshHostFixture(server, home);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static String documented() throws IOException {
        Matcher shown = SCRIPT.matcher(Files.readString(Path.of("../docs/shell.md")));
        if (!shown.find()) {
            throw new IOException("docs/shell.md shows no forced command");
        }
        String list = " " + String.join(" ", PROGRAMS.keySet()) + " ";
        return shown.group(1).replace(" systemctl docker ", list);
    }

    /// How to reach it.
    CommandHost host(String... names) {
        return new CommandHost(
                Optional.of("ops"),
                "127.0.0.1",
                OptionalInt.of(server.getPort()),
                List.of(names),
                Optional.of(home.resolve("key").toString()),
                Optional.of(home.resolve("known").toString()));
    }

    @Override
    public void close() throws IOException {
        server.stop(true);
    }

    /// Whatever is asked, it is one program that runs, and that sees what was asked.
    private static final class Forced implements Command {

        private final ProcessBuilder builder;
        private InputStream in = InputStream.nullInputStream();
        private OutputStream out = OutputStream.nullOutputStream();
        private OutputStream err = OutputStream.nullOutputStream();
        private ExitCallback callback = (_, _, _) -> {};
        private Optional<Process> process = Optional.empty();

        Forced(Path home, String asked) {
            builder = new ProcessBuilder(home.resolve("deft-host").toString());
            builder.directory(home.toFile());
            builder.environment().put("SSH_ORIGINAL_COMMAND", asked);
            builder.environment().merge("PATH", home + "/programs:", (old, own) -> own + old);
        }

        @Override
        public void setInputStream(InputStream stream) {
            in = stream;
        }

        @Override
        public void setOutputStream(OutputStream stream) {
            out = stream;
        }

        @Override
        public void setErrorStream(OutputStream stream) {
            err = stream;
        }

        @Override
        public void setExitCallback(ExitCallback told) {
            callback = told;
        }

        @Override
        public void start(ChannelSession channel, Environment environment) throws IOException {
            Process started = builder.start();
            process = Optional.of(started);
            Thread.startVirtualThread(() -> pump(in, started.getOutputStream()));
            Thread errors = Thread.startVirtualThread(() -> pump(started.getErrorStream(), err));
            Thread.startVirtualThread(() -> {
                pump(started.getInputStream(), out);
                try {
                    errors.join();
                    callback.onExit(started.waitFor());
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        private static void pump(InputStream from, OutputStream to) {
            try (to) {
                byte[] buffer = new byte[8192];
                for (int got = from.read(buffer); got >= 0; got = from.read(buffer)) {
                    to.write(buffer, 0, got);
                    to.flush();
                }
            } catch (IOException _) {
                // One of them has gone.
            }
        }

        @Override
        public void destroy(ChannelSession channel) {
            process.ifPresent(it -> {
                it.descendants().forEach(ProcessHandle::destroyForcibly);
                it.destroyForcibly();
            });
        }
    }
}
