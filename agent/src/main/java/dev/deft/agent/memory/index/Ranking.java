package dev.deft.agent.memory.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Scores matches for one question: 0.7 × cosine of the closest sentence + 0.3 × keywords, mapped
/// to a scale on which 0.35 separates what belongs to a question from what does not.
final class Ranking {

    private static final double SATURATION = 1.2;
    private static final double LENGTH_WEIGHT = 0.75;

    /// How many matches are compared sentence by sentence; of a larger memory, those that are
    /// closest as a whole.
    private static final int CANDIDATES = 500;

    private final SearchTerms question;
    private final Optional<float[]> vector;
    private final Weights weights;

    /// How much meaning and words count.
    record Weights(double meaning, double words) {

        static final Weights USUAL = new Weights(0.7, 0.3);
    }

    /// @param vector of the question; without it, only keywords count
    Ranking(String question, Optional<float[]> vector, Weights weights) {
        this.question = SearchTerms.of(question);
        this.vector = vector;
        this.weights = weights;
    }

    /// A chunk and its score.
    record Scored(IndexedFile file, Chunk chunk, double score) {}

    /// The matches with at least a score, best first.
    List<Scored> rank(List<IndexedFile> files, double minScore) {
        List<IndexedChunk> chunks = new ArrayList<>();
        List<IndexedFile> owners = new ArrayList<>();
        for (IndexedFile file : files) {
            for (IndexedChunk chunk : file.chunks()) {
                chunks.add(chunk);
                owners.add(file);
            }
        }
        double[] words = keywordScores(chunks);
        BitSet candidates = candidates(chunks, words);
        List<Scored> scored = new ArrayList<>();
        for (int i = candidates.nextSetBit(0); i >= 0; i = candidates.nextSetBit(i + 1)) {
            IndexedChunk chunk = chunks.get(i);
            double score = score(chunk, words[i]);
            if (score > 0 && score >= minScore) {
                scored.add(new Scored(owners.get(i), chunk.chunk(), score));
            }
        }
        scored.sort(
                Comparator.comparingDouble(Scored::score)
                        .reversed()
                        .thenComparing(it -> it.file().path())
                        .thenComparingInt(it -> it.chunk().startLine()));
        return scored;
    }

    /// The chunks that are compared sentence by sentence.
    private BitSet candidates(List<IndexedChunk> chunks, double[] words) {
        var candidates = new BitSet(words.length);
        if (words.length <= CANDIDATES) {
            candidates.set(0, words.length);
            return candidates;
        }
        double[] rough = new double[words.length];
        for (int i = 0; i < rough.length; i++) {
            rough[i] = rough(chunks.get(i), words[i]);
        }
        double[] sorted = rough.clone();
        Arrays.sort(sorted);
        double least = sorted[sorted.length - CANDIDATES];
        for (int i = 0; i < rough.length; i++) {
            if (rough[i] > 0 && rough[i] >= least) {
                candidates.set(i);
            }
        }
        return candidates;
    }

    private double rough(IndexedChunk chunk, double words) {
        return vector.isEmpty() || chunk.meaning().isEmpty()
                ? words
                : weights.meaning() * chunk.meaning().get().close(vector.get())
                        + weights.words() * words;
    }

    private double score(IndexedChunk chunk, double words) {
        if (vector.isEmpty() || chunk.meaning().isEmpty()) {
            return words;
        }
        double cosine = chunk.meaning().get().closest(vector.get());
        return Calibration.score(weights.meaning() * cosine + weights.words() * words);
    }

    /// BM25 of each chunk as a share of what a chunk of average length with every word of the
    /// question once would get, to the power of 1.5: between 0 and 1. The power lets one common
    /// word out of several count for little.
    double[] keywordScores(List<IndexedChunk> chunks) {
        int terms = question.hashes().length;
        int[] found = new int[chunks.size() * terms];
        int[] having = new int[terms];
        long words = 0;
        for (int i = 0; i < chunks.size(); i++) {
            SearchTerms chunk = chunks.get(i).terms();
            words += chunk.length();
            for (int term = 0; term < terms; term++) {
                int count = chunk.count(question.hashes()[term]);
                found[i * terms + term] = count;
                having[term] += count > 0 ? 1 : 0;
            }
        }
        double[] rarity = new double[terms];
        for (int term = 0; term < terms; term++) {
            rarity[term] =
                    Math.log(1 + (chunks.size() - having[term] + 0.5) / (having[term] + 0.5));
        }
        double all = Arrays.stream(rarity).sum();
        double average = Math.max(1, (double) words / Math.max(1, chunks.size()));
        double[] scores = new double[chunks.size()];
        for (int i = 0; i < scores.length; i++) {
            double score = 0;
            for (int term = 0; term < terms; term++) {
                int count = found[i * terms + term];
                if (count > 0) {
                    double length = chunks.get(i).terms().length() / average;
                    score += rarity[term] * saturated(count, length);
                }
            }
            double share = all == 0 ? 0 : Math.min(1, score / all);
            scores[i] = share * Math.sqrt(share);
        }
        return scores;
    }

    private static double saturated(int count, double length) {
        double weight = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length;
        return count * (SATURATION + 1) / (count + SATURATION * weight);
    }
}
