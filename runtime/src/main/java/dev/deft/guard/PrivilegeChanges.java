package dev.deft.guard;

import java.util.List;
import java.util.regex.Pattern;

/// Commands that change who may do what on the machine, or what it runs by itself.
final class PrivilegeChanges {

    private static final Pattern SYSTEM_FILES =
            Pattern.compile(
                    "(of=)?/etc/(sudoers|passwd|shadow|group|crontab|ssh|pam\\.d|ld\\.so|profile|systemd|init)[^ ]*|(of=)?/etc/(sudoers|cron|systemd|profile|pam)[^/]*/.*|(of=)?/var/spool/cron.*|.*/systemd/(system|user)/.*");

    private static final Pattern SETUID_MODE =
            Pattern.compile("[ugoa]*\\+[rwxXt]*s[rwxst]*|0*[4-7][0-7]{3}|u?g?=.*s.*");

    private PrivilegeChanges() {}

    static boolean switchesUser(WatchedCommand command) {
        return command.is("sudo", "su", "doas", "pkexec", "runuser", "sudoedit", "visudo");
    }

    static boolean grantsOwnerPrivileges(WatchedCommand command) {
        return command.is("setcap")
                || (command.is("chmod")
                        && command.words().stream()
                                .anyMatch(it -> SETUID_MODE.matcher(it).matches()));
    }

    static boolean changesUsers(WatchedCommand command) {
        return command.is(
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
                "vipw");
    }

    static boolean changesSystemSettings(WatchedCommand command) {
        return command.writesTo(SYSTEM_FILES)
                || (command.is("crontab") && !command.hasOption('l', "list"))
                || (command.is("systemctl")
                        && command.hasSubcommand("enable", "link", "edit", "mask", "set-default"))
                || (command.is("mount", "sysctl") && !onlyShows(command))
                || command.is(
                        "at",
                        "batch",
                        "insmod",
                        "modprobe",
                        "rmmod",
                        "kexec",
                        "umount",
                        "pivot_root",
                        "update-alternatives");
    }

    /// Whether `mount` or `sysctl` only prints the current state.
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
}
