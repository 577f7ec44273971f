/// Ask, run calls, repeat: the loop that makes an agent of a model and a set of tools.
///
/// It writes everything down before it acts on it, and tells listeners through events. It knows no
/// wire and no terminal.
@NullMarked
package dev.deft.agent.loop;

import org.jspecify.annotations.NullMarked;
