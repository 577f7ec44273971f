package dev.deft.agent.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SystemPromptTest {

    @Test
    void hasItsSectionsInOrderWithoutBlankOnes() {
        assertThat(
                        SystemPrompt.of("agent", "instructions", "skills", "environment", "tools")
                                .sections())
                .containsExactly("agent", "instructions", "skills", "environment", "tools");
        assertThat(SystemPrompt.of("agent", " \n", "", "", "tools").sections())
                .containsExactly("agent", "tools");
    }

    @Test
    void isAsLongAsItsSections() {
        assertThat(SystemPrompt.of("ab", "", "", "cde", "").length()).isEqualTo(5);
    }
}
