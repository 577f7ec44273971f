/// Schedules: cron expressions, the jobs of a workspace, and the scheduler that runs them.
///
/// It knows when a job is due and who may run it. What a run is, its caller decides.
@NullMarked
package dev.deft.agent.schedule;

import org.jspecify.annotations.NullMarked;
