package dev.deft.agent.model.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.model.Overflow;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What servers really say when a request is too long for them.
class OverflowMessagesTest {

    private static OptionalInt number(int number) {
        return number == 0 ? OptionalInt.empty() : OptionalInt.of(number);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages. | 8192 | 9001",
                "This model's maximum context length is 4097 tokens, however you requested 5000 tokens (4000 in your prompt; 1000 for the completion). | 4097 | 5000",
                "This model's maximum context length is 65536 tokens. However, you requested 70001 tokens (62001 in the messages, 8000 in the completion). | 65536 | 62001",
                "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context length is 4096 tokens and your request has 812 input tokens (8192 > 4096 - 812). | 4096 | 812",
                "The decoder prompt (length 5000) is longer than the maximum model length of 4096. | 4096 | 5000",
                "prompt is too long: 210000 tokens > 200000 maximum | 200000 | 210000",
                "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again | 200000 | 188240",
                "request (5012 tokens) exceeds the available context size (4096 tokens), try increasing it | 4096 | 5012",
                "the request exceeds the available context size. try increasing the context size or enable context shift (n_ctx 4096, n_prompt_tokens 5012) | 4096 | 5012",
                "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576). | 1048576 | 1200000",
                "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length | 32768 | 40000",
                "This model's maximum prompt length is 131072 but the request contains 150000 tokens. | 131072 | 150000",
                "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 1000 `max_new_tokens` | 4097 | 5000",
                "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. | 4096 | 5000",
                "This endpoint's maximum context length is 8,192 tokens. However, you requested about 9000 tokens (8500 of text input, 500 in the output). | 8192 | 8500",
                "Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 8012, please reduce your message size and try again. | 6000 | 8012",
                "Input is too long for requested model. | 0 | 0",
            })
    void findsTheWindowAndWhatWasAsked(String said, int window, int asked) {
        assertThat(OverflowMessages.in(said))
                .isEqualTo(new Overflow(number(window), number(asked), OptionalInt.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "max_tokens is too large: 64000. This model supports at most 16384 completion tokens, whereas you provided 64000. | 16384",
                "max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet | 8192",
                "Invalid max_tokens value, the valid range of max_tokens is [1, 8192] | 8192",
                "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model | 8192",
            })
    void findsHowLongAnAnswerMayBe(String said, int most) {
        assertThat(OverflowMessages.in(said))
                .isEqualTo(new Overflow(OptionalInt.empty(), OptionalInt.empty(), number(most)));
    }

    @Test
    void isNotLostInNonsense() {
        String said = "context length is ".repeat(10_000) + "99999999999999999999999";
        assertThat(OverflowMessages.in(said)).isEqualTo(Overflow.UNKNOWN);
        assertThat(OverflowMessages.in("maximum context length is 3 tokens"))
                .isEqualTo(Overflow.UNKNOWN);
    }
}
