/// `deft serve`: the HTTP API and the web console.
@NullMarked
package dev.deft.app.cli.serve;

import org.jspecify.annotations.NullMarked;
