package dev.deft.agent.memory.index;

import java.util.ArrayList;
import java.util.Arrays;
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
    private static final int CANDIDATES = 1_000;

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
        double least = chunks.size() > CANDIDATES ? leastOfCandidates(chunks, words) : 0;
        List<Scored> scored = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            IndexedChunk chunk = chunks.get(i);
            if (least > 0 && rough(chunk, words[i]) < least) {
                continue;
            }
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

    private double leastOfCandidates(List<IndexedChunk> chunks, double[] words) {
        double[] rough = new double[words.length];
        for (int i = 0; i < rough.length; i++) {
            rough[i] = rough(chunks.get(i), words[i]);
        }
        Arrays.sort(rough);
        return rough[rough.length - CANDIDATES];
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
        double[] scores = new double[chunks.size()];
        int terms = question.hashes().length;
        double average =
                Math.max(
                        1, chunks.stream().mapToInt(it -> it.terms().length()).average().orElse(1));
        double all = 0;
        int[] found = new int[chunks.size()];
        for (int term = 0; term < terms; term++) {
            int hash = question.hashes()[term];
            int having = 0;
            for (int i = 0; i < found.length; i++) {
                found[i] = chunks.get(i).terms().count(hash);
                having += found[i] > 0 ? 1 : 0;
            }
            double rarity = Math.log(1 + (found.length - having + 0.5) / (having + 0.5));
            all += rarity;
            for (int i = 0; having > 0 && i < found.length; i++) {
                if (found[i] > 0) {
                    double length = chunks.get(i).terms().length() / average;
                    scores[i] += rarity * saturated(found[i], length);
                }
            }
        }
        for (int i = 0; i < scores.length; i++) {
            double share = all == 0 ? 0 : Math.min(1, scores[i] / all);
            scores[i] = share * Math.sqrt(share);
        }
        return scores;
    }

    private static double saturated(int count, double length) {
        double weight = 1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length;
        return count * (SATURATION + 1) / (count + SATURATION * weight);
    }
}
