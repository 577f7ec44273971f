package dev.deft.agent.memory.index;

import java.util.List;

/// What a chunk means: a vector for each of its sentences, and their mean.
///
/// Sentences are compared with a question one by one, since a chunk often has several facts and its
/// mean is close to none of them. Their numbers are kept in one byte each; the mean, which selects
/// the candidates of a large memory, in full. The arrays are not to be changed.
final class Meaning {

    private static final int LARGEST = 127;

    private final float[] mean;
    private final byte[][] sentences;
    private final float[] scales;

    /// Takes the vectors of an index.
    ///
    /// @param mean of length 1
    /// @param sentences each a vector with numbers between -127 and 127
    /// @param scales by which the numbers of each sentence are multiplied
    Meaning(float[] mean, byte[][] sentences, float[] scales) {
        this.mean = mean;
        this.sentences = sentences;
        this.scales = scales;
    }

    float[] mean() {
        return mean;
    }

    byte[][] sentences() {
        return sentences;
    }

    float[] scales() {
        return scales;
    }

    /// Packs the vectors of sentences.
    ///
    /// @param vectors at least one, each of length 1
    static Meaning of(List<float[]> vectors) {
        float[] mean = new float[vectors.getFirst().length];
        byte[][] sentences = new byte[vectors.size()][];
        float[] scales = new float[vectors.size()];
        for (int i = 0; i < sentences.length; i++) {
            float[] vector = vectors.get(i);
            float most = 0;
            for (int k = 0; k < mean.length; k++) {
                mean[k] += vector[k];
                most = Math.max(most, Math.abs(vector[k]));
            }
            scales[i] = most / LARGEST;
            sentences[i] = packed(vector, scales[i]);
        }
        float length = (float) Math.sqrt(dot(mean, mean));
        for (int k = 0; k < mean.length && length > 0; k++) {
            mean[k] /= length;
        }
        return new Meaning(mean, sentences, scales);
    }

    private static byte[] packed(float[] vector, float scale) {
        byte[] packed = new byte[vector.length];
        for (int i = 0; i < packed.length && scale > 0; i++) {
            packed[i] = (byte) Math.round(vector[i] / scale);
        }
        return packed;
    }

    /// The cosine with the closest sentence; 0 if none points in the same direction.
    double closest(float[] question) {
        double closest = 0;
        for (int i = 0; i < sentences.length; i++) {
            closest = Math.max(closest, scales[i] * dot(question, sentences[i]));
        }
        return closest;
    }

    /// The cosine with the mean.
    double close(float[] question) {
        return Math.max(0, dot(question, mean));
    }

    /// Eight sums let the compiler use vector instructions.
    private static double dot(float[] a, float[] b) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        int length = Math.min(a.length, b.length);
        int whole = length - length % 8;
        for (int i = 0; i < whole; i += 8) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
            s4 += a[i + 4] * b[i + 4];
            s5 += a[i + 5] * b[i + 5];
            s6 += a[i + 6] * b[i + 6];
            s7 += a[i + 7] * b[i + 7];
        }
        for (int i = whole; i < length; i++) {
            s0 += a[i] * b[i];
        }
        return (s0 + s1) + (s2 + s3) + (s4 + s5) + (s6 + s7);
    }

    private static double dot(float[] a, byte[] b) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        int length = Math.min(a.length, b.length);
        int whole = length - length % 4;
        for (int i = 0; i < whole; i += 4) {
            s0 += a[i] * b[i];
            s1 += a[i + 1] * b[i + 1];
            s2 += a[i + 2] * b[i + 2];
            s3 += a[i + 3] * b[i + 3];
        }
        for (int i = whole; i < length; i++) {
            s0 += a[i] * b[i];
        }
        return (s0 + s1) + (s2 + s3);
    }
}
