/// The files of the web console and of the libraries it uses, as responses.
@NullMarked
package dev.deft.server.console;

import org.jspecify.annotations.NullMarked;
