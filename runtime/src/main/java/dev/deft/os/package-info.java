/// The host made of the real machine: files, processes, the session around a call.
@NullMarked
package dev.deft.os;

import org.jspecify.annotations.NullMarked;
