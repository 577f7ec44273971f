/// Tools for JSON and Base64, which models often get wrong by hand. They know no files.
@NullMarked
package dev.deft.tools.data;

import org.jspecify.annotations.NullMarked;
