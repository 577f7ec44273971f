package dev.deft.embeddings;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import dev.deft.agent.memory.Embeddings;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/// The model all-MiniLM-L6-v2: 384 numbers for a text, the mean of its tokens.
final class MiniLm implements Embeddings {

    /// The version of the weights; vectors of other weights cannot be compared.
    private static final String ID = "all-minilm-l6-v2-q";

    /// How many tokens the model reads. It was trained on 128 and takes 512; matches of 90 words
    /// have about 120.
    private static final int MAX_TOKENS = 256;

    /// More threads make a short text no faster.
    private static final int MAX_THREADS = 4;

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final WordPieces pieces;

    private MiniLm(OrtEnvironment environment, OrtSession session, WordPieces pieces) {
        this.environment = environment;
        this.session = session;
        this.pieces = pieces;
    }

    static MiniLm open(Path cache) throws IOException {
        ModelFiles files = ModelFiles.unpacked(cache);
        try {
            OrtEnvironment environment = files.environment();
            try (var options = new OrtSession.SessionOptions()) {
                int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
                options.setIntraOpNumThreads(threads);
                options.addConfigEntry("session.intra_op.allow_spinning", "0");
                options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
                return new MiniLm(
                        environment,
                        environment.createSession(files.model().toString(), options),
                        WordPieces.load());
            }
        } catch (OrtException e) {
            throw new IOException(
                    "%s cannot be loaded; delete it, and it is unpacked again (%s)"
                            .formatted(files.model(), e.getMessage()),
                    e);
        }
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public float[] embed(String text) throws IOException {
        long[] tokens = pieces.tokens(text, MAX_TOKENS);
        long[] mask = new long[tokens.length];
        Arrays.fill(mask, 1);
        long[] shape = {1, tokens.length};
        try (OnnxTensor ids = tensor(tokens, shape);
                OnnxTensor attention = tensor(mask, shape);
                OnnxTensor types = tensor(new long[tokens.length], shape);
                OrtSession.Result result =
                        session.run(
                                Map.of(
                                        "input_ids", ids,
                                        "attention_mask", attention,
                                        "token_type_ids", types))) {
            return mean(((OnnxTensor) result.get(0)).getFloatBuffer(), tokens.length);
        } catch (OrtException e) {
            throw new IOException("a text could not be embedded: " + e.getMessage(), e);
        }
    }

    private OnnxTensor tensor(long[] values, long[] shape) throws OrtException {
        return OnnxTensor.createTensor(environment, LongBuffer.wrap(values), shape);
    }

    /// The mean of the vectors of all tokens, scaled to length 1.
    private static float[] mean(FloatBuffer tokens, int count) {
        float[] mean = new float[tokens.remaining() / count];
        for (int token = 0; token < count; token++) {
            for (int i = 0; i < mean.length; i++) {
                mean[i] += tokens.get();
            }
        }
        double squares = 0;
        for (float value : mean) {
            squares += (double) value * value;
        }
        double length = Math.sqrt(squares);
        for (int i = 0; i < mean.length && length > 0; i++) {
            mean[i] = (float) (mean[i] / length);
        }
        return mean;
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException(e);
        }
    }
}
