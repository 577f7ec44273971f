package dev.deft.bench.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// An agent to compare, as it is installed here.
interface Peer {

    String name();

    /// The program, by its full path, and its arguments.
    List<String> words(String prompt);

    /// What it needs to reach the model server, besides `HOME` and the like.
    Map<String, String> environment(Path home, String url);

    /// Writes its settings.
    void configure(Path home, String url) throws IOException;

    /// The call that does a step.
    PeerCall call(ScriptStep step, Path workspace);
}
