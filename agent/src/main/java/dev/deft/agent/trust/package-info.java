/// Which workspaces the user trusts, and with which files.
@NullMarked
package dev.deft.agent.trust;

import org.jspecify.annotations.NullMarked;
