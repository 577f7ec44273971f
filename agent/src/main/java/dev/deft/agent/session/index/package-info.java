/// An index over the sessions of a workspace, for lists and searches.
///
/// Derived from the logs and never the truth: whoever finds it missing, broken or old makes it
/// anew.
@NullMarked
package dev.deft.agent.session.index;

import org.jspecify.annotations.NullMarked;
