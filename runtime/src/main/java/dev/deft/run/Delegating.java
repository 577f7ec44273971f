package dev.deft.run;

/// A tool that only runs other calls. It takes none of the permits that its calls need, and its
/// calls resolve named results themselves.
public interface Delegating {}
