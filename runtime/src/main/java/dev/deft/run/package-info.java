/// The call pipeline: resolves a call, validates it, asks the gates, runs the tool and returns an
/// envelope.
///
/// [dev.deft.run.ToolRunner#run] is the only entry point. Gates, hosts, journals and dialects are
/// passed in; this package knows no implementation of them, no model and no operating system.
@NullMarked
package dev.deft.run;

import org.jspecify.annotations.NullMarked;
