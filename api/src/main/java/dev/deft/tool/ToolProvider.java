package dev.deft.tool;

import java.util.List;

/// Brings tools of a jar into Deft.
///
/// Name the implementation in `META-INF/services/dev.deft.tool.ToolProvider` and put the jar on the
/// class path; it needs a constructor without parameters.
public interface ToolProvider {

    /// {@return the tools, called once for each start of the program}
    List<Tool<?>> tools();
}
