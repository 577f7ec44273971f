/// Parts of a session that know no engine: its events, rules, instances and handles.
@NullMarked
package dev.deft.engine.session;

import org.jspecify.annotations.NullMarked;
