/// The call pipeline: who is called, whether it may, and what comes back.
///
/// [dev.deft.run.ToolRunner#run] is the only entrance. Gates, hosts, journals and dialects plug in
/// from outside; this package knows none of them by name.
@NullMarked
package dev.deft.run;

import org.jspecify.annotations.NullMarked;
