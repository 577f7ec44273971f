/// Runs the instances of a session: starts and stops them, keeps their logs, publishes their ports,
/// and knows which of them other processes run.
@NullMarked
package dev.deft.instance.supervisor;

import org.jspecify.annotations.NullMarked;
