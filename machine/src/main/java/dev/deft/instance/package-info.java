/// Instances: long-running commands of a session with a directory, a sandbox, a log and published
/// ports of their own. Here are the tools and what they work with; how instances run is in
/// `supervisor`.
@NullMarked
package dev.deft.instance;

import org.jspecify.annotations.NullMarked;
