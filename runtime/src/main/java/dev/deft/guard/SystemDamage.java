package dev.deft.guard;

import java.util.List;
import java.util.regex.Pattern;

/// Commands that damage the machine or Deft itself.
final class SystemDamage {

    private static final Pattern DEFT_FILES =
            Pattern.compile(
                    "(?s)(.*[/=:])?\\.deft(/.*)?|(?s).*/(\\.config|\\.local/share)/deft(/.*)?");

    private static final Pattern DEVICE =
            Pattern.compile(
                    "(of=)?/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|mapper/|dm-|loop|md|mem|kmem|port)[^ ]*");

    private SystemDamage() {}

    static boolean destroysDirectory(WatchedCommand command) {
        boolean destroys =
                command.is("shred")
                        || (command.is("rm", "srm", "unlink", "rmdir") && command.isRecursive())
                        || (command.is("find") && command.hasWord("-delete"));
        return destroys && command.namesSystemDirectory();
    }

    static boolean changesPermissions(WatchedCommand command) {
        return command.is("chmod", "chown", "chgrp", "setfacl", "chattr")
                && command.hasOption('R', "recursive")
                && command.namesSystemDirectory();
    }

    static boolean movesDirectory(WatchedCommand command) {
        return command.is("mv") && command.namesSystemDirectory();
    }

    static boolean formatsDisk(WatchedCommand command) {
        return command.program().startsWith("mkfs")
                || command.is(
                        "wipefs",
                        "fdisk",
                        "sfdisk",
                        "parted",
                        "mkswap",
                        "blkdiscard",
                        "cryptsetup",
                        "lvremove",
                        "vgremove",
                        "pvremove");
    }

    static boolean writesToDevice(WatchedCommand command) {
        return command.writesTo(DEVICE);
    }

    static boolean stopsMachine(WatchedCommand command) {
        return command.is("shutdown", "reboot", "halt", "poweroff", "telinit", "init")
                || (command.is("systemctl")
                        && command.hasSubcommand(
                                "poweroff",
                                "reboot",
                                "halt",
                                "suspend",
                                "hibernate",
                                "kexec",
                                "emergency",
                                "rescue"));
    }

    /// `kill -9 -1` kills all processes of the user, `kill -9 1` the first process.
    static boolean killsEverything(WatchedCommand command) {
        if (command.is("killall5")) {
            return true;
        }
        List<String> words = command.words();
        boolean all = words.size() > 1 && words.getLast().equals("-1");
        boolean first = command.hasWord("1") && command.hasOption('9', "kill");
        return command.is("kill") && (all || first);
    }

    static boolean changesDeft(WatchedCommand command) {
        return command.writesTo(DEFT_FILES);
    }
}
