/// Pages of a file that fit into one result, and how to continue. The package knows no tools.
@NullMarked
package dev.deft.tools.files.page;

import org.jspecify.annotations.NullMarked;
