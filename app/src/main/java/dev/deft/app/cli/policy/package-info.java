/// `deft policy`: the rules stored for a workspace, what they would decide, and tests of a policy.
@NullMarked
package dev.deft.app.cli.policy;

import org.jspecify.annotations.NullMarked;
