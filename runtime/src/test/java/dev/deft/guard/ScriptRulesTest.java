package dev.deft.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Action;
import dev.deft.policy.Ceiling;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.script.Script;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.ShellRequirement;
import dev.deft.tool.ShellRequirement.ArgPattern;
import dev.deft.tool.Touch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptRulesTest {

    private static RuleBook rules(String... lines) {
        return new RuleBook(Stream.of(lines).map(it -> Rule.parse(Scope.PROJECT, it)).toList());
    }

    private static Action decide(RuleBook rules, String script) {
        return rules.decide("bash", Touch.running(script)).action();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rm x",
                "/bin/rm x",
                "\\rm x",
                "'rm' x",
                "r\"m\" x",
                "$'\\x72m' x",
                "r\\\nm x",
                "env rm x",
                "env A=1 -u B rm x",
                "sudo rm x",
                "sudo -u me rm x",
                "doas rm x",
                "nice -n 5 rm x",
                "nohup rm x",
                "timeout 5 rm x",
                "timeout -k 1 5 rm x",
                "time rm x",
                "time -p rm x",
                "xargs rm",
                "ls | xargs -0 -n1 rm -f",
                "find . -exec rm {} \\;",
                "find . -execdir rm {} +",
                "find . -ok rm {} \\;",
                "watch rm x",
                "sh -c 'rm x'",
                "bash -c 'rm x'",
                "dash -c 'rm x'",
                "zsh -c 'rm x'",
                "bash -ec 'rm x'",
                "eval rm x",
                "eval 'rm x'",
                "command rm x",
                "builtin command rm x",
                "exec rm x",
                "ssh host rm x",
                "ssh -p 22 host 'ls; rm x'",
                "docker exec web rm x",
                "docker exec -it web sh -c 'rm x'",
                "podman exec web rm x",
                "kubectl exec web -- rm x",
                "chroot / rm x",
                "unshare -r rm x",
                "nsenter -t 1 -m rm x",
                "setsid rm x",
                "stdbuf -oL rm x",
                "ionice -c 3 rm x",
                "chrt 1 rm x",
                "taskset 1 rm x",
                "flock lock rm x",
                "flock lock -c 'rm x'",
                "script -c 'rm x' out",
                "su -c 'rm x'",
                "su - me -c 'rm x'",
                "busybox rm x",
                "strace -f rm x",
                "ltrace rm x",
                "xvfb-run rm x",
                "dbus-run-session rm x",
                "systemd-run --user rm x",
                "parallel rm ::: a b",
                "trap 'rm x' EXIT",
                "ls; rm x",
                "ls | rm x",
                "(rm x)",
                "{ rm x; }",
                "if ls; then rm x; fi",
                "while ls; do rm x; done",
                "f() { rm x; }",
                "case a in a) rm x;; esac",
                "echo $(rm x)",
                "echo `rm x`",
                "cat <(rm x)",
                "ls > >(rm x)",
                "echo \"${a:-$(rm x)}\"",
                "echo $(( $(rm x) ))",
                "[[ -n $(rm x) ]]",
                "cat <<E\n$(rm x)\nE",
                "bash <<'E'\nrm x\nE",
                "bash <<< 'rm x'",
                "x=$(rm y)",
                "a=($(rm x))",
                "for i in $(rm x); do ls; done",
                "echo \"a $(echo \"b $(rm x)\")\"",
                "env sudo nice timeout 5 xargs sh -c 'eval \"rm x\"'",
                "ls &\nrm x",
                "! rm x",
                "export A=$(rm x)",
                "local A=`rm x`",
                "echo ${a[$(rm x)]}"
            })
    void denyAppliesWhereverTheCommandIs(String script) {
        RuleBook rules = rules("allow bash *", "deny bash rm *");

        assertThat(decide(rules, script)).isEqualTo(Action.DENY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$x",
                "$(echo rm) x",
                "\"$cmd\" a",
                "eval \"$x\"",
                "bash -c \"$x\"",
                "echo rm | sh",
                "source <(echo rm x)",
                "alias ls=rm\nls",
                "coproc rm x",
                "ls (",
                "if ls; then",
                "echo 'a",
                "ls\u0000rm",
                "ls\rrm x",
                "x='a[$(rm y)]'; echo $((x))",
                "echo ${x@P}",
                "shopt -s expand_aliases",
                "declare -n x=y",
                "printf -v 'a[$(rm x)]' y",
                "ls {fd}>out",
                "cat <<A <<B\n1\nA\n2\nB",
                "mapfile -C 'rm x' a",
                "f() { \"$@\"; }; f rm x",
                "xargs -I% % x",
                "find . -exec {} \\;",
                "*",
                "{rm,x}",
                "[[ -v 'a[$(rm x)]' ]]",
                "[[ 'a[$(rm x)]' -eq 1 ]]",
                "echo $((a[\\$(rm x)]))",
                "echo ${a[\\$(rm x)]}",
                "hash -p /bin/rm ls; ls x",
                "compgen -C 'rm x'",
                "((PATH=1)); ls",
                "ls <<<text\n\\rm x",
                "echo $(( $(cat f) + 1 ))",
                "[[ $(cat f) -eq 1 ]]"
            })
    void asksAboutScriptsThatCannotBeAnalyzed(String script) {
        assertThat(decide(rules("allow bash *", "allow fs.write **"), script))
                .isEqualTo(Action.ASK);
    }

    @Test
    void asksAboutScriptsThatAreTooLongOrTooDeep() {
        RuleBook rules = rules("allow bash *");

        assertThat(decide(rules, "ls ".repeat(40_000))).isEqualTo(Action.ASK);
        assertThat(decide(rules, "(".repeat(500) + "ls" + ")".repeat(500))).isEqualTo(Action.ASK);
        assertThat(decide(rules, "ls\n".repeat(5_000))).isEqualTo(Action.ASK);
        assertThat(decide(rules, "env ".repeat(9) + "ls")).isEqualTo(Action.ASK);
    }

    @Test
    void aLongHereDocumentIsJudgedByItsCommand() {
        RuleBook rules = rules("allow bash cat *", "allow fs.write out/**");
        String lines = "rm -rf / 'x' \"$(y)\n".repeat(10_000);
        String plain = "some text\n".repeat(10_000);

        assertThat(decide(rules, "cat > out/a <<'E'\n" + lines + "E\n")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "cat > out/a <<E\n" + plain + "E\ncat <<-\\E\n" + lines + "\tE"))
                .isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "cat > a <<'E'\n" + lines + "E\n")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat > out/a <<'E'\n" + lines + "E\nrm x")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat > out/a <<'E'\n" + lines + "E \n")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat > out/a <<E\n" + plain + "$(rm x)\nE\n"))
                .isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat \"<<'E'\"\n" + "rm x\n".repeat(20_000) + "E\n"))
                .isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat # <<'E'\n" + "rm x\n".repeat(20_000) + "E\n"))
                .isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat <<A <<'E'\n" + "A\nrm x\n".repeat(20_000) + "E\n"))
                .isEqualTo(Action.ASK);
        assertThat(decide(rules, "cat <<< <<'E'\n" + "rm x\n".repeat(20_000) + "E\n"))
                .isEqualTo(Action.ASK);
        assertThat(decide(rules, "bash <<'E'\n" + "rm x\n".repeat(20_000) + "E\n"))
                .isEqualTo(Action.ASK);
    }

    @Test
    void namesLineEndsOfWindows() {
        assertThat(Script.read("ls\r\npwd\r\n").doubts().toString())
                .contains("CR LF")
                .contains("LF only");
    }

    @Test
    void allowsOnlyIfEveryCommandIsAllowed() {
        RuleBook rules = rules("allow bash git status *", "allow bash ls *");

        assertThat(decide(rules, "git status -s && ls")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "git status -s && pwd")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "timeout 5 git status")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "sudo git status")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "./git status")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "ls\u00a0-l")).isEqualTo(Action.ASK);
    }

    @Test
    void aRedirectionIsATouchOfItsTarget() {
        RuleBook rules = rules("allow bash *", "allow fs.write out/**", "deny fs.write out/x");

        assertThat(decide(rules, "ls > out/a")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "ls > a")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "ls > out/x")).isEqualTo(Action.DENY);
        assertThat(decide(rules, "cd out && ls > x")).isEqualTo(Action.DENY);
        assertThat(decide(rules, "ls > out/../a")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "ls > out/$x")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "ls > /dev/null 2>&1")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "ls > /dev/tcp/example.org/80")).isEqualTo(Action.ASK);
        assertThat(decide(rules("allow bash *", "allow fs.write **"), "ls > /tmp/x"))
                .isEqualTo(Action.ASK);
    }

    @Test
    void aRuleMustNameDangerousOptions() {
        RuleBook rules = rules("allow bash git branch *", "allow bash git branch -D old");

        assertThat(decide(rules, "git branch -a")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "git branch -D other")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "git branch -D old")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules, "git branch \"$x\"")).isEqualTo(Action.ASK);
    }

    @Test
    void asksIfADenyMayApply() {
        RuleBook rules = rules("allow bash git *", "deny bash git push *");

        assertThat(decide(rules, "git \"$x\"")).isEqualTo(Action.ASK);
        assertThat(decide(rules, "git log")).isEqualTo(Action.ALLOW);
    }

    @Test
    void aRuleForEverythingCoversScriptsThatCannotBeAnalyzed() {
        assertThat(decide(rules("allow * *"), "eval \"$x\" > $y")).isEqualTo(Action.ALLOW);
        assertThat(decide(rules("allow * *", "deny bash rm *"), "eval \"$x\""))
                .isEqualTo(Action.ASK);
    }

    @Test
    void suggestsTheNarrowestRuleForEachPart() {
        assertThat(offers("git push origin main && npm run build && cat a > b"))
                .containsExactly(
                        "allow bash git push *",
                        "allow bash npm run build *",
                        "allow bash cat *",
                        "allow fs.write b");
        assertThat(offers("rm -rf target")).containsExactly("allow bash rm -rf target");
        assertThat(offers("git branch -D old")).containsExactly("allow bash git branch -D old");
        assertThat(offers("$x")).isEmpty();
    }

    private static List<String> offers(String script) {
        return rules().decide("bash", Script.read(script), ".").stream()
                .flatMap(it -> it.suggestion().stream())
                .map(Rule::text)
                .toList();
    }

    @Test
    void aCeilingCoversOnlyWhatItNames() {
        var log =
                new ShellRequirement(
                        "git",
                        Optional.of(
                                List.of(new ArgPattern.Exact("log"), new ArgPattern.Wildcard())));
        var ceiling =
                Ceiling.of(
                        new RequirementSet(
                                List.of(),
                                List.of("out/**"),
                                List.of(),
                                List.of(log, ShellRequirement.anyArguments("ls")),
                                List.of()),
                        PatternVariables.of(List.of(), List.of()));

        assertThat(ceiling.covers(Script.read("git log -1 && ls -l"), ".")).isTrue();
        assertThat(ceiling.covers(Script.read("git log \"$x\""), ".")).isTrue();
        assertThat(ceiling.covers(Script.read("git log $x"), ".")).isFalse();
        assertThat(ceiling.covers(Script.read("git log -1 | cat"), ".")).isFalse();
        assertThat(ceiling.covers(Script.read("ls > out/x"), ".")).isTrue();
        assertThat(ceiling.covers(Script.read("ls > x"), ".")).isFalse();
        assertThat(ceiling.covers(Script.read("ls ("), ".")).isFalse();
    }
}
