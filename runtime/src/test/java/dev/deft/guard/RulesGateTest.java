package dev.deft.guard;

import static dev.deft.guard.GuardedCall.bash;
import static dev.deft.guard.GuardedCall.read;
import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.policy.ApprovedRules;
import dev.deft.policy.LookModeSupport;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.RuleStore;
import dev.deft.policy.Scope;
import dev.deft.run.Approval;
import dev.deft.run.Gate;
import dev.deft.run.PreparedCall;
import dev.deft.run.Verdict;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RulesGateTest {

    private static final LookModeSupport ENFORCED = Optional::empty;

    private final List<Rule> stored = new ArrayList<>();

    private static RuleBook rules(String... lines) {
        return new RuleBook(Stream.of(lines).map(it -> Rule.parse(Scope.PROJECT, it)).toList());
    }

    private RulesGate gate(String... lines) {
        return new RulesGate(rules(lines), stored::add, ENFORCED, new ApprovedRules(List::of));
    }

    private Verdict.Ask asked(PreparedCall<?> call, String... lines) throws InterruptedException {
        return (Verdict.Ask) gate(lines).judge(call);
    }

    @Test
    void deniesACallWhenOneOfItsPartsIsForbidden() throws InterruptedException {
        assertThat(
                        gate("allow read **", "deny read b*")
                                .judge(
                                        GuardedCall.of("read")
                                                .touching(read("a"), read("b1"), read("b2"))))
                .isEqualTo(
                        new Verdict.Deny(
                                ErrorCode.PERMISSION_DENIED,
                                "The project rule `deny read b*` forbids read on b1. Do it another way."
                                        + " The project rule `deny read b*` forbids read on b2. Do it another way."));
    }

    @Test
    void allowsACallWhenAllItsPartsAreAllowed() throws InterruptedException {
        assertThat(
                        gate("allow read a", "allow * HOME")
                                .judge(
                                        GuardedCall.of("read")
                                                .touching(read("a"), Touch.naming("HOME"))))
                .isEqualTo(
                        new Verdict.Allow(
                                "The project rule `allow read a` allows read on a."
                                        + " The project rule `allow * HOME` allows read on HOME."));
        assertThat(gate("allow bash ls *").judge(bash("true; ls")))
                .isEqualTo(
                        new Verdict.Allow(
                                "true needs no rule. The project rule `allow bash ls *` allows ls."));
    }

    @Test
    void asksOnlyAboutThePartsThatNoRuleDecides() throws InterruptedException {
        Verdict.Ask ask = asked(bash("ls; cat a; make all"), "allow bash ls *");

        assertThat(ask.why()).isEqualTo("No rule allows cat a. No rule allows make all.");
        assertThat(ask.rules()).containsExactly("allow bash cat *", "allow bash make all *");
    }

    @Test
    void asksInFullWhenAPartMayRunInLookModeOnly() throws InterruptedException {
        Verdict.Ask ask = asked(bash("git fetch; cat a; make all"), "look bash git *");

        assertThat(ask.why())
                .isEqualTo(
                        "No rule allows git fetch. No rule allows cat a. No rule allows make all.");
        assertThat(ask.rules())
                .as("an auxiliary command needs no rule beside the others")
                .containsExactly("allow bash git fetch *", "allow bash make all *");
    }

    @Test
    void suggestsARuleForAnAuxiliaryCommandThatRunsAlone() throws InterruptedException {
        assertThat(gate("look bash *").judge(bash("cat a")))
                .isInstanceOfSatisfying(
                        Verdict.Look.class,
                        it -> {
                            assertThat(it.why())
                                    .isEqualTo(
                                            "The project rule `look bash *` allows cat a in look mode.");
                            assertThat(it.fullModeQuestion().rules())
                                    .containsExactly("allow bash cat *");
                        });
    }

    @Test
    void saysWhyAPartDoesMoreThanItsWords() throws InterruptedException {
        assertThat(asked(bash("$x a")).why())
                .isEqualTo("No rule allows $x a (which program runs is known only at run time).");
        assertThat(asked(bash("git $x"), "deny bash git push *").why())
                .isEqualTo(
                        "The project rule `deny bash git push *` may apply to git $x (`$x` may be an option).");
        assertThat(asked(bash("$x a"), "deny bash rm *").why())
                .isEqualTo(
                        "The project rule `deny bash rm *` may apply to $x a (which program runs is known only at run time).");
        assertThat(gate("allow * *").judge(bash("$x a")))
                .isEqualTo(new Verdict.Allow("The project rule `allow * *` allows $x a."));
    }

    @Test
    void saysThatARuleRequiresApproval() throws InterruptedException {
        assertThat(
                        asked(
                                        GuardedCall.of("todo")
                                                .touching(Touch.naming(Touch.NOTHING)),
                                        "ask todo *")
                                .why())
                .isEqualTo("The project rule `ask todo *` requires approval for todo.");
    }

    @Test
    void listsFiveReasonsAndCountsTheRest() throws InterruptedException {
        String five =
                "No rule allows a. No rule allows b. No rule allows c. No rule allows d. No rule allows e.";

        assertThat(asked(bash("a; b; c; d; e")).why()).isEqualTo(five);
        assertThat(asked(bash("a; b; c; d; e; a; f")).why()).isEqualTo(five + " And 1 more.");
        assertThat(asked(bash("a; b; c; d; e; f; g")).why()).isEqualTo(five + " And 2 more.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    write      ¦ fs.write   ¦ src/A.java   ¦ allow write src/A.java
                    write      ¦ fs.write   ¦ a[1]*.txt    ¦ allow write a\\[1\\]\\*.txt
                    grep       ¦ fs.read    ¦ src/**       ¦ allow grep src/**
                    web_fetch  ¦ net.fetch  ¦ example.org  ¦ allow web_fetch example.org
                    get_env    ¦ none       ¦ HOME         ¦ allow get_env HOME
                    todo       ¦ none       ¦ ''           ¦ allow todo *
                    """)
    void suggestsTheNarrowestRule(String tool, String capability, String subject, String rule)
            throws InterruptedException {
        Touch touch =
                switch (capability) {
                    case "fs.write" -> write(subject);
                    case "fs.read" -> read(subject);
                    case "net.fetch" -> Touch.fetching(subject);
                    default -> Touch.naming(subject);
                };
        PreparedCall<?> call = GuardedCall.of(tool).touching(touch);

        assertThat(asked(call).rules()).containsExactly(rule);
        assertThat(gate(rule).judge(call).says()).as("the rule allows the call").isEqualTo("allow");
    }

    @Test
    void storesTheSuggestedRulesInTheScopeOfTheAnswer() throws Exception {
        for (Approval answer :
                List.of(Approval.ONCE, Approval.SESSION, Approval.PROJECT, Approval.REJECT)) {
            stored.clear();
            RuleBook rules = rules();
            Gate gate = new RulesGate(rules, stored::add);
            PreparedCall<?> call = GuardedCall.of("read").touching(read("a"), read("b"));

            ((Verdict.Ask) gate.judge(call)).answers().store(answer);

            List<Rule> expected =
                    switch (answer.kind()) {
                        case SESSION -> allowed(Scope.SESSION);
                        case PROJECT -> allowed(Scope.PROJECT);
                        case ONCE, REJECT -> List.of();
                    };
            assertThat(stored).as("%s", answer).isEqualTo(expected);
            assertThat(rules.list()).as("%s", answer).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(gate.judge(call).says())
                    .as("%s", answer)
                    .isEqualTo(expected.isEmpty() ? "ask" : "allow");
        }
    }

    @Test
    void storesTheRulesOfTheUserInsteadOfTheSuggestedOnes() throws Exception {
        RuleBook rules = rules();
        var gate = new RulesGate(rules, stored::add);
        Verdict.AnswerStore answers =
                ((Verdict.Ask) gate.judge(GuardedCall.of("read").touching(read("src/a"))))
                        .answers();
        Approval wider = Approval.project(List.of("allow fs.read src/**", "look shell.run ls *"));

        assertThat(answers.objection(wider)).isEmpty();
        answers.store(wider);

        assertThat(stored)
                .containsExactly(
                        Rule.parse(Scope.PROJECT, "allow fs.read src/**"),
                        Rule.parse(Scope.PROJECT, "look shell.run ls *"));
        assertThat(gate.judge(GuardedCall.of("read").touching(read("src/b"))).says())
                .isEqualTo("allow");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allow|`allow` is not a rule: a rule is an action, a permission and a pattern",
                "deny fs.read src/**|The rule `deny fs.read src/**` allows nothing",
                "ask fs.read src/**|The rule `ask fs.read src/**` allows nothing",
                "allow fs.read src/|The rule `allow fs.read src/` can never apply",
                "allow fs.raed src/**|no tool and no capability is called",
                "look fs.read src/**|the mode look needs the permission",
            })
    void objectsToARuleThatAllowsNothing(String written, String why) throws Exception {
        Verdict.AnswerStore answers =
                asked(GuardedCall.of("read").touching(read("src/a"))).answers();

        assertThat(answers.objection(Approval.session(List.of("allow fs.read **", written))))
                .hasValueSatisfying(it -> assertThat(it).contains(why));
    }

    @Test
    void objectsToARuleOfSeveralLines() throws Exception {
        Verdict.AnswerStore answers =
                asked(GuardedCall.of("read").touching(read("src/a"))).answers();

        assertThat(answers.objection(Approval.session(List.of("allow fs.read a\nallow * **"))))
                .contains("A rule is one line of plain text.");
    }

    private static List<Rule> allowed(Scope scope) {
        return List.of(Rule.parse(scope, "allow read a"), Rule.parse(scope, "allow read b"));
    }

    @Test
    void appliesNoRuleThatCannotBeStored() throws Exception {
        RuleStore broken =
                _ -> {
                    throw new IOException("disk full");
                };
        RuleBook rules = rules();
        var ask =
                (Verdict.Ask)
                        new RulesGate(rules, broken)
                                .judge(GuardedCall.of("read").touching(read("a")));

        assertThatThrownBy(() -> ask.answers().store(Approval.PROJECT)).hasMessage("disk full");
        assertThat(rules.list()).isEmpty();
    }

    @Test
    void listsTheDecisionAboutEachPartOfAScript() {
        assertThat(gate("allow bash ls *", "deny bash rm *").details(bash("ls; rm a; make")))
                .containsExactly(
                        new Gate.Detail(
                                "ls", "allow", "The project rule `allow bash ls *` allows ls."),
                        new Gate.Detail(
                                "rm a",
                                "deny",
                                "The project rule `deny bash rm *` forbids rm a. Do it another way."),
                        new Gate.Detail("make", "ask", "No rule allows make."));
    }

    @Test
    void hasNoDetailsOfACallWithoutScript() {
        assertThat(gate("allow read **").details(GuardedCall.of("read").touching(read("a"))))
                .isEmpty();
    }

    @Test
    void resolvesRedirectionsAgainstTheWorkingDirectoryOfTheCall() throws InterruptedException {
        GuardedCall call = GuardedCall.of("bash").with("workdir", "src");

        assertThat(asked(call.touching(Touch.running("ls > a")), "allow bash ls *").rules())
                .containsExactly("allow fs.write src/a");
    }

    @Test
    void allowsReadOnlyCommandLinesWhereLookModeCannotBeEnforced() throws InterruptedException {
        var gate = new RulesGate(rules("look bash *"), RuleStore.NONE);
        PreparedCall<?> two =
                GuardedCall.of("bash").touching(Touch.running("git status"), Touch.running("make"));

        assertThat(gate.judge(bash("git status")))
                .isEqualTo(new Verdict.Allow("This command line is known to be read-only."));
        assertThat(gate.judge(two).why())
                .isEqualTo(
                        "The project rule `look bash *` allows git status in look mode. The project rule `look bash *` allows make in look mode."
                                + " But look mode cannot be enforced here: there is no sandbox."
                                + " To run it in full: No rule allows git status. No rule allows make.");
        assertThat(((Verdict.Ask) gate.judge(two)).rules())
                .containsExactly("allow bash git status *", "allow bash make");
    }

    @Test
    void isCalledRules() {
        assertThat(gate().name()).isEqualTo("rules");
    }
}
