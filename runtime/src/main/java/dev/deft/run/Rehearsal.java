package dev.deft.run;

import java.io.IOException;
import java.util.Optional;

/// Tries out a call before a person decides about it, without any effect.
public interface Rehearsal {

    /// Nothing can be tried out. A method, since a constant of an interface with default methods is
    /// made at every start of a program.
    static Rehearsal none() {
        return _ -> Optional.empty();
    }

    /// What the call would do, for a person to read; empty where it cannot be tried out.
    Optional<String> of(Prepared<?> call) throws IOException, InterruptedException;

    /// The call that was tried out will not take place.
    default void drop(Prepared<?> call) throws IOException {}
}
