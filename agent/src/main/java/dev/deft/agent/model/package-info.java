/// Models: a prompt is sent, and the answer is streamed back.
///
/// No provider is named here. Each wire has a package of its own below this one and is the only
/// place that knows its field names; this package knows no session, no tool and no file.
@NullMarked
package dev.deft.agent.model;

import org.jspecify.annotations.NullMarked;
