package dev.deft.telemetry;

import static io.opentelemetry.api.common.AttributeKey.booleanKey;
import static io.opentelemetry.api.common.AttributeKey.doubleKey;
import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringArrayKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/// The names of attributes: those of the conventions, and our own, which begin with `deft.`.
final class Keys {

    static final AttributeKey<String> OPERATION = stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = stringKey("gen_ai.provider.name");
    static final AttributeKey<String> CONVERSATION = stringKey("gen_ai.conversation.id");
    static final AttributeKey<String> AGENT = stringKey("gen_ai.agent.name");
    static final AttributeKey<String> REQUEST_MODEL = stringKey("gen_ai.request.model");
    static final AttributeKey<Long> MAX_TOKENS = longKey("gen_ai.request.max_tokens");
    static final AttributeKey<Double> TEMPERATURE = doubleKey("gen_ai.request.temperature");
    static final AttributeKey<Double> TOP_P = doubleKey("gen_ai.request.top_p");
    static final AttributeKey<String> RESPONSE_MODEL = stringKey("gen_ai.response.model");
    static final AttributeKey<List<String>> FINISH_REASONS =
            stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Double> FIRST_CHUNK =
            doubleKey("gen_ai.response.time_to_first_chunk");
    static final AttributeKey<Long> INPUT_TOKENS = longKey("gen_ai.usage.input_tokens");
    static final AttributeKey<Long> OUTPUT_TOKENS = longKey("gen_ai.usage.output_tokens");
    static final AttributeKey<Long> CACHE_READ = longKey("gen_ai.usage.cache_read.input_tokens");
    static final AttributeKey<Long> CACHE_WRITE =
            longKey("gen_ai.usage.cache_creation.input_tokens");
    static final AttributeKey<String> TOKEN_TYPE = stringKey("gen_ai.token.type");
    static final AttributeKey<String> TOOL = stringKey("gen_ai.tool.name");
    static final AttributeKey<String> TOOL_TYPE = stringKey("gen_ai.tool.type");
    static final AttributeKey<String> CALL_ID = stringKey("gen_ai.tool.call.id");
    static final AttributeKey<String> ERROR = stringKey("error.type");
    static final AttributeKey<Long> EXIT_CODE = longKey("process.exit.code");

    static final AttributeKey<String> SYSTEM_INSTRUCTIONS = stringKey("gen_ai.system_instructions");
    static final AttributeKey<String> INPUT_MESSAGES = stringKey("gen_ai.input.messages");
    static final AttributeKey<String> OUTPUT_MESSAGES = stringKey("gen_ai.output.messages");
    static final AttributeKey<String> CALL_ARGUMENTS = stringKey("gen_ai.tool.call.arguments");
    static final AttributeKey<String> CALL_RESULT = stringKey("gen_ai.tool.call.result");
    static final AttributeKey<String> COMMAND_LINE = stringKey("process.command_line");

    static final AttributeKey<String> STATUS = stringKey("deft.run.status");
    static final AttributeKey<Long> STEPS = longKey("deft.run.steps");
    static final AttributeKey<Long> FILES_CHANGED = longKey("deft.run.files_changed");
    static final AttributeKey<Double> COST = doubleKey("deft.run.cost_usd");
    static final AttributeKey<Long> STEP = longKey("deft.step.number");
    static final AttributeKey<Long> ATTEMPT = longKey("deft.retry.attempt");
    static final AttributeKey<String> GATE = stringKey("deft.gate.name");
    static final AttributeKey<String> VERDICT = stringKey("deft.gate.verdict");
    static final AttributeKey<String> DECISION = stringKey("deft.gate.decision");
    static final AttributeKey<String> ANSWER = stringKey("deft.approval.answer");
    static final AttributeKey<String> MODE = stringKey("deft.mode");
    static final AttributeKey<String> CAUSE = stringKey("deft.command.cause");
    static final AttributeKey<String> SIGNAL = stringKey("deft.command.signal");
    static final AttributeKey<String> SANDBOX = stringKey("deft.command.sandbox");
    static final AttributeKey<Double> CPU = doubleKey("deft.command.cpu_seconds");
    static final AttributeKey<Boolean> BACKGROUND = booleanKey("deft.command.background");
    static final AttributeKey<Boolean> TRUNCATED = booleanKey("deft.result.truncated");

    private Keys() {}
}
