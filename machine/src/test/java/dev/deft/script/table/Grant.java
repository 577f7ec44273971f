package dev.deft.script.table;

import java.util.List;
import java.util.regex.Pattern;

/// A rule that names a command, with all that may happen under it.
///
/// @param words the command it names; any further words may follow
/// @param runs programs that it starts itself, by the ends of their paths
/// @param writes paths in the workspace or the home that it writes
/// @param lines ordinary command lines, to be changed
record Grant(String words, Pattern runs, Pattern writes, List<String> lines) {

    private static final String GIT = "git|git-core/[a-z-]+";
    private static final String INDEX = "work/(sub/)?\\.git/index(\\.lock)?|work/d/?.git/index.*";
    private static final String REPOSITORY = "work/\\.git/.*";

    private static Grant reads(String program, String... lines) {
        return new Grant(program, path(program), Pattern.compile("(?!)"), List.of(lines));
    }

    private static Grant git(String words, String writes, String... lines) {
        return new Grant("git " + words, path(GIT), Pattern.compile(writes), List.of(lines));
    }

    private static Pattern path(String programs) {
        return Pattern.compile("(/usr(/local)?)?/(bin|lib)/(%s)".formatted(programs));
    }

    String rule() {
        return "allow bash " + words + " *";
    }

    /// Which grant a command line is under.
    boolean covers(String display) {
        return display.equals(words) || display.startsWith(words + " ");
    }

    static List<Grant> all() {
        return List.of(
                reads(
                        "find",
                        "find . -name '*.txt'",
                        "find d -type f -newer a.txt -print0",
                        "find . -maxdepth 2 -size +1k -o -empty",
                        "find . -name a.txt -exec cat {} +"),
                new Grant(
                        "sort",
                        path("sort"),
                        Pattern.compile("/tmp/sort\\w+"),
                        List.of(
                                "sort -u a.txt",
                                "sort -t : -k 2,2n a.txt b.txt",
                                "sort -rn a.txt")),
                reads("uniq", "uniq -c a.txt", "uniq -f 1 a.txt", "uniq -d"),
                reads("shuf", "shuf -n 1 a.txt", "shuf -e a b c", "shuf -i 1-9"),
                reads("xxd", "xxd -l 16 a.txt", "xxd -p a.txt"),
                reads("sed", "sed -n 1,2p a.txt", "sed -e 's/a/b/g' a.txt", "sed '$d' a.txt b.txt"),
                reads("awk", "awk '{print $1}' a.txt", "awk -F : -v n=1 'NR>n' a.txt"),
                reads(
                        "grep",
                        "grep -rn one .",
                        "grep -c -e one a.txt",
                        "grep -A2 -i one a.txt b.txt"),
                new Grant(
                        "rg",
                        Pattern.compile("/usr/bin/rg"),
                        Pattern.compile("(?!)"),
                        List.of("rg -n one .", "rg -e one -g '*.txt'", "rg -A1 -C2 one a.txt")),
                reads("diff", "diff -u a.txt b.txt", "diff -r d .", "diff -y -W 80 a.txt b.txt"),
                new Grant(
                        "tar",
                        path("tar|gzip|bzip2|xz|lzip|lzma|lzop|zstd|compress|gunzip|bunzip2|sh"),
                        Pattern.compile("(?!)"),
                        List.of("tar tf a.tar", "tar -tvf a.tar", "tar --list --file=a.tar a.txt")),
                reads("date", "date +%s", "date -u -d yesterday +%F", "date -r a.txt"),
                reads("file", "file a.txt", "file -b --mime-type a.txt"),
                reads("jq", "jq . package.json", "jq -r --arg a b .scripts.test package.json"),
                reads("ls", "ls -la", "ls -1 d", "ls --color=never -t ."),
                reads("cat", "cat a.txt", "cat -n a.txt b.txt"),
                reads("head", "head -5 a.txt", "head -c 3 a.txt", "head -n 2 -q a.txt b.txt"),
                reads("tail", "tail -2 a.txt", "tail -n +2 a.txt"),
                reads("wc", "wc -l a.txt b.txt"),
                reads("cut", "cut -d : -f 1 a.txt"),
                reads("stat", "stat -c %n a.txt"),
                reads("du", "du -sh d"),
                reads("od", "od -c a.txt"),
                reads("nl", "nl -ba a.txt"),
                reads("fold", "fold -w 3 a.txt"),
                reads("paste", "paste -d : a.txt b.txt"),
                reads("comm", "comm -12 a.txt b.txt"),
                reads("cmp", "cmp a.txt b.txt"),
                reads("hexdump", "hexdump -C a.txt"),
                reads("column", "column -t -s : a.txt"),
                reads("md5sum", "md5sum a.txt"),
                reads("join", "join a.txt b.txt"),
                reads("df", "df -h ."),
                reads("readlink", "readlink -f a.txt"),
                reads("tr", "tr a b < /dev/null"),
                git(
                        "log",
                        INDEX,
                        "git log --oneline -3",
                        "git log -p --author=me -- a.txt",
                        "git log -n 2 --format=%h main",
                        "git log --stat --since yesterday"),
                git(
                        "diff",
                        INDEX,
                        "git diff",
                        "git diff --stat HEAD~1 -- a.txt",
                        "git diff -U1 HEAD~1 HEAD",
                        "git diff --no-index a.txt b.txt"),
                git("show", INDEX, "git show HEAD", "git show HEAD:a.txt", "git show --stat main"),
                git("status", INDEX, "git status", "git status -sb", "git status --porcelain=v2 d"),
                git("grep", INDEX, "git grep -n one", "git grep -e one --and -e two -- a.txt"),
                git("blame", INDEX, "git blame a.txt", "git blame -L 1,2 -s a.txt"),
                git("ls-files", INDEX, "git ls-files", "git ls-files -o --exclude-standard"),
                git("rev-parse", INDEX, "git rev-parse HEAD", "git rev-parse --abbrev-ref HEAD"),
                git("rev-list", INDEX, "git rev-list --count HEAD", "git rev-list -n 1 main"),
                git("shortlog", INDEX, "git shortlog -sn HEAD"),
                git("describe", INDEX, "git describe --always --tags"),
                git("for-each-ref", INDEX, "git for-each-ref --sort=refname refs/heads"),
                git("cat-file", INDEX, "git cat-file -p HEAD", "git cat-file -t main"),
                git("stash list", INDEX, "git stash list", "git stash list -p --stat"),
                git("reflog", INDEX, "git reflog", "git reflog show -3 main", "git reflog -2"),
                git("remote", INDEX, "git remote -v", "git remote get-url origin"),
                git("config --get", "(?!)", "git config --get user.name"),
                git("branch --list", "(?!)", "git branch --list", "git branch --list -vv 'm*'"),
                git("branch -a", "(?!)", "git branch -a", "git branch -a --sort=refname"),
                git("branch --contains", "(?!)", "git branch --contains HEAD"),
                git("tag -l", "(?!)", "git tag -l 'v*'", "git tag -l --sort=refname -n1"),
                git("clean -n", "(?!)", "git clean -n", "git clean -n -e '*.txt' d"),
                git("add -n", INDEX, "git add -n a.txt", "git add -n ."),
                git("stash show", INDEX, "git stash show", "git stash show -p --stat"),
                git("config --list", "(?!)", "git config --list", "git config --list --local"),
                git("ls-tree", "(?!)", "git ls-tree HEAD", "git ls-tree -r --name-only main d"),
                git(
                        "merge-base",
                        "(?!)",
                        "git merge-base HEAD main",
                        "git merge-base --all HEAD HEAD~1"),
                git("check-ignore", INDEX, "git check-ignore -v a.txt"),
                git(
                        "apply --check",
                        INDEX,
                        "git apply --check p.diff",
                        "git apply --check --stat p.diff"),
                git("restore", "work/.*", "git restore a.txt", "git restore --staged a.txt"),
                git("switch", "work/.*", "git switch main", "git switch -c new"),
                git("add", REPOSITORY, "git add a.txt", "git add -A", "git add -u d"),
                git("commit", REPOSITORY, "git commit -qm x --allow-empty", "git commit -am x"),
                git("archive", INDEX, "git archive HEAD a.txt", "git archive --format=zip HEAD"),
                new Grant(
                        "make test",
                        Pattern.compile("/usr/bin/(make|sh)"),
                        Pattern.compile("(?!)"),
                        List.of("make test", "make test -s -j2", "make test -n")),
                new Grant(
                        "npm test",
                        Pattern.compile("/usr/bin/(npm|node|env|sh)"),
                        Pattern.compile("home/\\.npm(/.*)?"),
                        List.of("npm test", "npm test --silent", "npm test -- a b")));
    }
}
