/// Services that search the web: what each is asked, and how its answer is read. Only this package
/// knows their field names.
@NullMarked
package dev.deft.tools.web.search;

import org.jspecify.annotations.NullMarked;
