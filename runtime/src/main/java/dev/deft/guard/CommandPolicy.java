package dev.deft.guard;

import dev.deft.guard.Watchdog.Decision;
import dev.deft.policy.Action;
import dev.deft.policy.ProtectedPaths;
import dev.deft.script.Script;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What the default watchdog thinks of commands: a table, read from the top.
final class CommandPolicy {

    private static final Pattern OWN =
            Pattern.compile(
                    "(?s)(.*[/=:])?\\.deft(/.*)?|(?s).*/(\\.config|\\.local/share)/deft(/.*)?");

    private static final Pattern PRIVILEGED =
            Pattern.compile(
                    "(of=)?/etc/(sudoers|passwd|shadow|group|crontab|ssh|pam\\.d|ld\\.so|profile|systemd|init)[^ ]*|(of=)?/etc/(sudoers|cron|systemd|profile|pam)[^/]*/.*|(of=)?/var/spool/cron.*|.*/systemd/(system|user)/.*");

    private static final Pattern DEVICE =
            Pattern.compile(
                    "(of=)?/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper/|dm-|loop|md|mem|kmem|port)[^ ]*");

    private static final Pattern PROTECTED_START = Pattern.compile("^\\.?/+");

    private static final List<Entry> TABLE =
            List.of(
                    deny(
                            "would destroy the system or a home directory",
                            it ->
                                    it.is("rm", "shred", "srm", "unlink", "rmdir")
                                            && it.namesSystemDirectory()
                                            && (it.is("shred")
                                                    || it.hasOption('r', "recursive")
                                                    || it.hasOption('R', "recursive"))),
                    deny(
                            "would destroy the system or a home directory",
                            it ->
                                    it.is("find")
                                            && it.namesSystemDirectory()
                                            && it.hasWord("-delete")),
                    deny(
                            "would change the owner or the rights of the whole system",
                            it ->
                                    it.is("chmod", "chown", "chgrp", "setfacl", "chattr")
                                            && it.hasOption('R', "recursive")
                                            && it.namesSystemDirectory()),
                    deny(
                            "would move system directories away",
                            it -> it.is("mv") && it.namesSystemDirectory()),
                    deny(
                            "formats or overwrites a disk",
                            it ->
                                    it.program().startsWith("mkfs")
                                            || it.is(
                                                    "wipefs",
                                                    "fdisk",
                                                    "sfdisk",
                                                    "parted",
                                                    "mkswap",
                                                    "blkdiscard",
                                                    "cryptsetup",
                                                    "lvremove",
                                                    "vgremove",
                                                    "pvremove")),
                    deny("writes to a device", it -> it.writesTo(DEVICE)),
                    deny(
                            "stops the machine",
                            it ->
                                    it.is(
                                                    "shutdown",
                                                    "reboot",
                                                    "halt",
                                                    "poweroff",
                                                    "telinit",
                                                    "init")
                                            || (it.is("systemctl")
                                                    && it.hasSubcommand(
                                                            "poweroff",
                                                            "reboot",
                                                            "halt",
                                                            "suspend",
                                                            "hibernate",
                                                            "kexec",
                                                            "emergency",
                                                            "rescue"))),
                    deny(
                            "ends every process",
                            it ->
                                    (it.is("kill")
                                                    && it.words().stream()
                                                            .anyMatch(w ->
                                                                    w.equals("-1")
                                                                            && it.words().size() > 1
                                                                            && it.words()
                                                                                    .getLast()
                                                                                    .equals("-1")))
                                            || (it.is("kill")
                                                    && it.hasWord("1")
                                                    && it.hasOption('9', "kill"))
                                            || it.is("killall5")),
                    deny(
                            "asks for more rights than this session has",
                            it ->
                                    it.is(
                                            "sudo",
                                            "su",
                                            "doas",
                                            "pkexec",
                                            "runuser",
                                            "sudoedit",
                                            "visudo")),
                    deny(
                            "gives a program the rights of its owner",
                            it ->
                                    (it.is("chmod")
                                                    && it.words().stream()
                                                            .anyMatch(w ->
                                                                    w.matches(
                                                                            "[ugoa]*\\+[rwxXt]*s[rwxst]*|0*[4-7][0-7]{3}|u?g?=.*s.*")))
                                            || it.is("setcap")),
                    deny(
                            "changes users or their rights",
                            it ->
                                    it.is(
                                            "useradd",
                                            "adduser",
                                            "usermod",
                                            "userdel",
                                            "deluser",
                                            "groupadd",
                                            "groupmod",
                                            "gpasswd",
                                            "passwd",
                                            "chpasswd",
                                            "chsh",
                                            "vipw")),
                    deny(
                            "changes what the system runs by itself",
                            it ->
                                    it.writesTo(PRIVILEGED)
                                            || (it.is("crontab") && !it.hasOption('l', "list"))
                                            || it.is("at", "batch")
                                            || (it.is("systemctl")
                                                    && it.hasSubcommand(
                                                            "enable",
                                                            "link",
                                                            "edit",
                                                            "mask",
                                                            "set-default"))
                                            || (it.is("mount", "sysctl") && !onlyShows(it))
                                            || it.is(
                                                    "insmod",
                                                    "modprobe",
                                                    "rmmod",
                                                    "kexec",
                                                    "umount",
                                                    "pivot_root",
                                                    "update-alternatives")),
                    deny("changes Deft's own files", it -> it.writesTo(OWN)),
                    deny(
                            "sends a secret to another machine",
                            it ->
                                    it.usesNetwork()
                                            && it.namesSecret()
                                            && !(it.is("ssh", "scp", "sftp", "rsync")
                                                    && onlyIdentifies(it))),
                    deny("sends files of this machine elsewhere", CommandPolicy::uploads),
                    deny(
                            "gives a program of this machine to whoever connects",
                            DangerousArguments::servesProgram),
                    deny("gives a container the machine itself", DangerousArguments::exposesHost),
                    deny("looks into another process", DangerousArguments::attachesToProcess),
                    deny("may end Deft, or processes of others", DangerousArguments::mayKillDeft),
                    ask("ends every process of that name", DangerousArguments::killsByName),
                    ask(
                            "tells others, in a name, what a command prints",
                            DangerousArguments::leaksThroughNames),
                    ask(
                            "is protected: changing it changes what runs later",
                            it ->
                                    it.writesTo(Pattern.compile(".*"))
                                            && it.arguments()
                                                    .anyMatch(w ->
                                                            ProtectedPaths.contains(
                                                                    PROTECTED_START
                                                                            .matcher(w.display())
                                                                            .replaceFirst("")))),
                    ask(
                            "overwrites what others have",
                            it ->
                                    it.is("git")
                                            && it.hasSubcommand("push")
                                            && (it.hasOption('f', "force")
                                                    || it.words().stream()
                                                            .anyMatch(w ->
                                                                    w.startsWith("--force")
                                                                            || w.equals("--mirror")
                                                                            || w.equals("--delete")
                                                                            || w.startsWith("+")
                                                                            || w.startsWith(":")
                                                                            || w.equals("-d")))),
                    ask(
                            "rewrites history or throws work away",
                            it ->
                                    it.is("git")
                                            && (it.hasSubcommand(
                                                            "filter-branch",
                                                            "filter-repo",
                                                            "rebase",
                                                            "update-ref",
                                                            "replace",
                                                            "gc",
                                                            "prune")
                                                    || (it.hasSubcommand("reset")
                                                            && it.hasWord("--hard", "--merge"))
                                                    || (it.hasSubcommand("commit")
                                                            && it.hasWord("--amend"))
                                                    || (it.hasSubcommand("reflog")
                                                            && it.hasWord("expire", "delete"))
                                                    || (it.hasSubcommand("clean")
                                                            && it.hasOption('f', "force"))
                                                    || (it.hasSubcommand("checkout", "restore")
                                                            && it.hasWord(".", "--", "*"))
                                                    || (it.hasSubcommand("branch")
                                                            && it.words().contains("-D"))
                                                    || (it.hasSubcommand("stash")
                                                            && it.hasWord("clear", "drop")))),
                    ask(
                            "removes a whole tree",
                            it ->
                                    it.is("rm")
                                            && (it.hasOption('r', "recursive")
                                                    || it.hasOption('R', "recursive"))
                                            && it.arguments()
                                                    .anyMatch(w ->
                                                            !w.display().startsWith("-")
                                                                    && (w.constant().isEmpty()
                                                                            || w.display()
                                                                                    .matches(
                                                                                            "\\.|\\.\\.|\\./?|\\*|\\.\\./.*|/.*|[^/]*\\.git/?")))),
                    ask("removes whatever it finds", it -> it.is("find") && it.hasWord("-delete")));

    private CommandPolicy() {}

    private record Entry(Action action, String why, Predicate<WatchedCommand> applies) {}

    private static Entry deny(String why, Predicate<WatchedCommand> applies) {
        return new Entry(Action.DENY, why, applies);
    }

    private static Entry ask(String why, Predicate<WatchedCommand> applies) {
        return new Entry(Action.ASK, why, applies);
    }

    /// The strictest opinion about any command of a script, or none.
    static Optional<Decision> judge(Script script) {
        Optional<Decision> asked = DangerousCombinations.judge(script).or(() -> hidden(script));
        if (asked.filter(it -> it.action() == Action.DENY).isPresent()) {
            return asked;
        }
        for (Entry entry : TABLE) {
            for (var command : script.commands()) {
                if (entry.applies().test(new WatchedCommand(command))) {
                    var opinion =
                            new Decision(
                                    entry.action(),
                                    "`%s` %s.".formatted(shown(command.display()), entry.why()));
                    if (entry.action() == Action.DENY) {
                        return Optional.of(opinion);
                    }
                    asked = asked.isPresent() ? asked : Optional.of(opinion);
                }
            }
        }
        return asked;
    }

    /// Without anything to set, these tell how things are.
    private static boolean onlyShows(WatchedCommand command) {
        if (command.arguments().anyMatch(it -> it.constant().isEmpty())) {
            return false;
        }
        List<String> words = command.words();
        return command.is("mount")
                ? words.isEmpty() || words.equals(List.of("-l"))
                : !words.isEmpty()
                        && words.stream().allMatch(it -> it.matches("-[aenN]+|[a-z0-9_.]+"));
    }

    /// What was not looked at may be anything in this table.
    private static Optional<Decision> hidden(Script script) {
        return script.cut()
                ? Optional.of(
                        new Decision(
                                Action.ASK,
                                "Not all that the script would run is known: %s. Write it in a plainer way, or into a file."
                                        .formatted(String.join(", ", script.doubts()))))
                : Optional.empty();
    }

    private static String shown(String command) {
        return command.length() > 120 ? command.substring(0, 120) + "…" : command;
    }

    /// `-i key` says who one is; it does not send the key.
    private static boolean onlyIdentifies(WatchedCommand command) {
        List<String> words = command.words();
        for (int i = 0; i < words.size(); i++) {
            boolean identity = i > 0 && words.get(i - 1).equals("-i");
            if (!identity && WatchedCommand.isSecret(words.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean uploads(WatchedCommand command) {
        List<String> words = command.words();
        if (command.is("curl")) {
            return words.stream().anyMatch(it -> it.matches("(?s)-[A-Za-z]*T.*|--upload-file.*"))
                    || sendsFile(
                            words,
                            "-d",
                            "--data",
                            "--data-ascii",
                            "--data-binary",
                            "--data-urlencode",
                            "--json",
                            "-F",
                            "--form");
        }
        if (command.is("wget")) {
            return words.stream().anyMatch(it -> it.matches("(?s)--(post|body)-file.*"));
        }
        if (command.is("nc", "ncat", "netcat", "socat")) {
            return command.command().redirections().stream()
                    .anyMatch(it ->
                            it.kind().reads() && !it.target().prefix().startsWith("/dev/null"));
        }
        return false;
    }

    private static boolean sendsFile(List<String> words, String... options) {
        for (int i = 0; i < words.size(); i++) {
            for (String option : options) {
                String value =
                        words.get(i).equals(option) && i + 1 < words.size()
                                ? words.get(i + 1)
                                : words.get(i).startsWith(option)
                                        ? words.get(i)
                                                .substring(option.length())
                                                .replaceFirst("^=", "")
                                        : "";
                if ((value.startsWith("@") && !value.equals("@-"))
                        || value.matches("(?s)[^=&@]+=[@<].+")) {
                    return true;
                }
            }
        }
        return false;
    }
}
