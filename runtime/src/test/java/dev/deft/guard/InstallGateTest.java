package dev.deft.guard;

import static dev.deft.guard.GuardedCall.bash;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.run.Mode;
import dev.deft.run.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstallGateTest {

    private final InstallGate gate = new InstallGate();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm install -g chrome-devtools-mcp",
                "npm -g i x",
                "npm i x --global",
                "npm i x --glob",
                "npm install x -global=true",
                "npm --location=global install x",
                "npm install --location global x",
                "/usr/bin/npm i -g x",
                "npx -y @modelcontextprotocol/server-filesystem .",
                "npx --yes x",
                "npx -p x y",
                "npx chrome-devtools-mcp@latest",
                "npx @playwright/mcp@latest --headless",
                "npm exec --yes -- x",
                "pnpm dlx x",
                "pnpm add -g x",
                "yarn global add x",
                "bunx x",
                "uvx mcp-server-git",
                "uv tool install x",
                "pipx run x",
                "pip install --user x",
                "pip3 install --break-system-packages x",
                "cargo install x",
                "go install example.org/x@latest",
                "timeout 60 npx -y x",
                "which npx; npx -y x",
                "npm i -g a && npm i -g b"
            })
    void asksEachTimeAndRunsItOutsideTheSandbox(String script) {
        assertThat(gate.judge(bash(script)))
                .as(script)
                .isInstanceOfSatisfying(
                        Verdict.Ask.class,
                        it -> {
                            assertThat(it.mode()).isEqualTo(Mode.OUTSIDE);
                            assertThat(it.rules()).isEmpty();
                            assertThat(it.why()).contains("outside the sandbox, with the network");
                        });
        assertThat(gate.judge(bash(script).in(Mode.LOOK))).isInstanceOf(Verdict.Ask.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npx -y x; rm -rf build",
                "rm -rf build && npm i -g x",
                "npm i -g x > log.txt",
                "NODE_OPTIONS=--require=./a.js npx -y x",
                "npx -y x | sh",
                "npx -y \"$(cat name)\"",
                "sh -c 'npx -y x; touch y'",
                "sudo npm i -g x"
            })
    void asksAboutMoreThanAnInstallationButKeepsItInTheSandbox(String script) {
        assertThat(gate.judge(bash(script)))
                .as(script)
                .isInstanceOfSatisfying(
                        Verdict.Ask.class, it -> assertThat(it.mode()).isEqualTo(Mode.FULL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm install",
                "npm ci",
                "npm install left-pad",
                "npm run global",
                "npm ls -g",
                "npx tsc -p tsconfig.json",
                "npx eslint --yes-really",
                "npx vitest run -y",
                "pnpm install",
                "yarn add x",
                "pip install -r requirements.txt",
                "cargo build",
                "go install ./...",
                "uv tool list",
                "uv sync",
                "echo npm install -g x",
                "grep -r 'npx -y' ."
            })
    void leavesEverythingElseToTheOtherGates(String script) {
        assertThat(gate.judge(bash(script)))
                .as(script)
                .isEqualTo(new Verdict.Allow("The call installs nothing."));
    }

    @Test
    void saysNothingAboutCallsWithoutCommands() {
        assertThat(gate.judge(GuardedCall.of("write").touching(GuardedCall.write("npx -y"))))
                .isInstanceOf(Verdict.Allow.class);
    }
}
