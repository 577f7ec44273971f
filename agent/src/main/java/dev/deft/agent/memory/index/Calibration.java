package dev.deft.agent.memory.index;

/// Maps the weighted sum of both scores to the scale that callers see.
///
/// The sum of a good answer is low, since a question and its answer rarely share all their words
/// and never all their meaning. The map stretches it: fixed, strictly growing, 0 stays 0 and 1
/// stays 1, so it changes no order. `docs/memory.md` has the table it was chosen by.
final class Calibration {

    private static final double EXPONENT = 0.757;

    private Calibration() {}

    static double score(double sum) {
        return Math.pow(Math.clamp(sum, 0, 1), EXPONENT);
    }
}
