/// The store of one server, in files.
@NullMarked
package dev.deft.server.store.file;

import org.jspecify.annotations.NullMarked;
