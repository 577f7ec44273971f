package dev.deft.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What each package of the product may use: the one table behind [ArchitectureRules] and the
/// package lists of the pages.
///
/// A line is `package: packages it may use | what of the JDK it may reach`, below the line of its
/// module. The prefix `dev.deft.` is left out. A package may always use itself, and what of the JDK
/// is no [JdkReach].
record PackageTable(SortedMap<String, Line> byPackage) {

    /// The modules, each with those below it. Maven allows no others.
    private static final Map<String, List<String>> MODULES =
            Map.ofEntries(
                    Map.entry("api", List.of()),
                    Map.entry("tools", List.of("api")),
                    Map.entry("runtime", List.of("api")),
                    Map.entry("machine", List.of("api", "runtime")),
                    Map.entry("agent", List.of("api", "runtime")),
                    Map.entry("testing", List.of("api", "runtime", "agent")),
                    Map.entry("embeddings", List.of("api", "runtime", "agent")),
                    Map.entry("engine", List.of("api", "runtime", "tools", "machine", "agent")),
                    Map.entry(
                            "protocols",
                            List.of("api", "runtime", "tools", "machine", "agent", "engine")),
                    Map.entry(
                            "server",
                            List.of(
                                    "api",
                                    "runtime",
                                    "tools",
                                    "machine",
                                    "agent",
                                    "engine",
                                    "protocols")),
                    Map.entry("client", List.of("api", "runtime")),
                    Map.entry(
                            "postgres",
                            List.of(
                                    "api",
                                    "runtime",
                                    "tools",
                                    "machine",
                                    "agent",
                                    "engine",
                                    "protocols",
                                    "server")),
                    Map.entry(
                            "telemetry",
                            List.of("api", "runtime", "tools", "machine", "agent", "engine")),
                    Map.entry(
                            "app",
                            List.of(
                                    "api",
                                    "runtime",
                                    "tools",
                                    "machine",
                                    "agent",
                                    "engine",
                                    "protocols",
                                    "server",
                                    "embeddings",
                                    "postgres",
                                    "telemetry")));

    static final PackageTable PRODUCT =
            parse(
                    """
                    api/
                    host: json
                    json:
                    testing: host | files
                    tool: host json
                    tools/
                    tools: host json tool tools.ask tools.code tools.data tools.files tools.lsp \
                    tools.plan tools.shell tools.system tools.todo tools.web tools.web.search
                    tools.ask: host tool
                    tools.code: host tool tools.files
                    tools.data: host json tool
                    tools.files: host json tool tools.files.edit tools.files.media \
                    tools.files.page tools.files.patch tools.files.text
                    tools.files.edit: host tools.files.text
                    tools.files.media: host json tools.files.text
                    tools.files.page: host tools.files.text
                    tools.files.patch: host tools.files.edit tools.files.text
                    tools.files.text: host
                    tools.lsp: host tool tools.files tools.files.text
                    tools.plan: host tool
                    tools.shell: host tool
                    tools.system: host json tool
                    tools.todo: host tool
                    tools.web: host json tool tools.files.media tools.files.text tools.web.html \
                    tools.web.search
                    tools.web.html:
                    tools.web.search: host json
                    runtime/
                    batch: host json registry run tool
                    codec: json
                    dialect: codec host json policy registry schema tool
                    discovery: host json registry run tool
                    git:
                    guard: codec host json output policy policy.pattern run script script.command \
                    script.table tool
                    output: codec json tool
                    policy: codec git host json policy.pattern registry run schema script \
                    script.command script.table tool | files
                    policy.pattern: script.command tool
                    reference: host json tool
                    registry: host json output reference schema tool
                    run: codec host json output reference registry schema script tool
                    schema: codec json tool
                    script: script.command script.table
                    script.command:
                    script.table: script.command
                    state: host | files
                    machine/
                    hostcommand: host kernel policy sandbox scratch | files memory
                    instance: host tool
                    instance.supervisor: codec host instance json kernel os process process.job \
                    process.launch process.output process.tree sandbox state | files network \
                    processes
                    kernel: host | files memory native
                    lsp: codec host json os output policy process process.job process.output \
                    sandbox | files
                    net: host net.http os policy policy.pattern | network
                    net.http: host
                    os: codec host json kernel os.change os.state os.tree policy run search \
                    search.grep search.walk state tool | files
                    os.change: host kernel os.state os.tree output
                    os.state: host kernel os.tree state | files
                    os.tree: host kernel | files
                    overlay: host kernel os os.change os.tree policy sandbox scratch | files
                    process: codec host hostcommand json kernel os os.change output overlay policy \
                    process.background process.job process.launch process.output process.pool \
                    proxy run sandbox state | files
                    process.background: codec host json kernel output process.job process.output \
                    process.tree state | files
                    process.filter: | processes
                    process.job: host kernel process.output process.tree | memory
                    process.launch: host kernel overlay policy process.background process.job \
                    process.output process.tree proxy sandbox scratch state | files
                    process.output: host kernel output | memory
                    process.peer: kernel process.job process.tree | files processes
                    process.pool: host kernel output overlay process.background process.job \
                    process.launch process.output process.tree proxy run sandbox scratch | files \
                    memory network
                    process.tree: host kernel | files processes
                    proxy: kernel net policy | network
                    sandbox: kernel policy | files processes
                    scratch: | files processes
                    search: kernel search.glob search.grep search.index search.regex search.walk
                    search.glob: search.regex | files
                    search.grep: search.regex search.walk | files memory
                    search.index: kernel search.glob search.regex search.walk | memory
                    search.regex:
                    search.walk: kernel search.glob search.regex | files memory
                    undo: codec host json os os.change os.state os.tree
                    agent/
                    agent.channel: agent.config agent.key codec host json output tool
                    agent.command: agent.model codec json | files
                    agent.config: agent.model agent.trust codec json policy run | files
                    agent.context: agent.definition agent.model agent.session codec json | files
                    agent.definition: agent.config codec json policy run tool | files
                    agent.key: policy
                    agent.loop: agent.context agent.definition agent.model agent.session codec \
                    discovery host json output policy registry run schema tool | files
                    agent.memory: host tool
                    agent.memory.index: agent.memory host state | files
                    agent.model: codec host json
                    agent.model.anthropic: agent.model agent.model.http codec host json
                    agent.model.http: agent.model codec host json | files network
                    agent.model.listing: agent.config agent.model agent.model.anthropic \
                    agent.model.http agent.model.openai codec json | files network
                    agent.model.openai: agent.model agent.model.http codec host json
                    agent.model.responses: agent.model agent.model.http agent.model.openai codec \
                    host json
                    agent.model.wires: agent.config agent.model agent.model.anthropic \
                    agent.model.http agent.model.openai agent.model.responses
                    agent.reflection: agent.loop agent.model agent.session codec json registry run \
                    tool
                    agent.schedule: agent.key codec host json output policy state tool | files \
                    processes
                    agent.session: agent.model codec host json output reference registry run tool
                    agent.session.file: agent.key agent.session agent.session.index \
                    agent.session.tool codec host json output policy run state | files processes
                    agent.session.index: agent.model agent.session | files
                    agent.session.tool: agent.model agent.session codec host json output tool
                    agent.skill: codec host json output tool | files
                    agent.subagent: host json output tool
                    agent.trust: codec json policy | files
                    testing/
                    testkit: agent.loop agent.model host json registry run tool
                    embeddings/
                    embeddings: agent.memory codec json | files
                    engine/
                    engine: agent.channel agent.config agent.context agent.definition agent.loop \
                    agent.memory agent.memory.index agent.model agent.model.listing \
                    agent.reflection agent.schedule agent.session agent.session.file \
                    agent.session.tool agent.skill agent.subagent batch codec dialect discovery \
                    engine.files engine.hook engine.memory engine.network engine.plan \
                    engine.plugin engine.program engine.prompt engine.repository engine.session \
                    engine.skill engine.source engine.subagent engine.web guard host instance \
                    instance.supervisor json lsp net os os.change os.state output policy \
                    policy.pattern process process.background process.filter process.pool proxy \
                    reference registry run sandbox schema state tool tools tools.code tools.plan \
                    undo | files
                    engine.command: agent.command agent.model engine host json registry tool
                    engine.doctor: agent.config agent.model.listing engine engine.web lsp policy \
                    process registry run sandbox state | files
                    engine.export: agent.model agent.session host json output
                    engine.files: host json lsp os os.change os.tree output policy process run \
                    state tool tools.files.text tools.lsp
                    engine.hook: agent.config agent.context agent.loop agent.model agent.session \
                    codec engine.session host json output process.filter run tool | files
                    engine.memory: agent.memory agent.memory.index host os output state
                    engine.network: agent.config agent.model agent.model.http host net os policy \
                    policy.pattern run tool
                    engine.plan: host os os.state os.tree state tools.plan
                    engine.plugin: agent.config tool | files
                    engine.program: agent.config codec engine.repository host json os os.change \
                    policy policy.pattern process process.pool proxy run sandbox schema tool | \
                    files
                    engine.prompt: git policy registry run tool | files
                    engine.repository: host json net os os.change policy policy.pattern process \
                    process.pool proxy run sandbox tool tools.code
                    engine.session: agent.config agent.context agent.definition agent.loop \
                    agent.model agent.reflection agent.session agent.session.file batch codec \
                    engine.files engine.network engine.source host instance instance.supervisor \
                    json net os os.state output policy process reference run sandbox state tool \
                    undo
                    engine.skill: agent.config agent.skill host os os.change os.tree policy state \
                    tool | files
                    engine.source: agent.config agent.model tool
                    engine.subagent: agent.loop agent.session agent.subagent host json output run
                    engine.web: agent.config codec host registry tools.web tools.web.search
                    protocols/
                    acp: agent.command agent.config agent.context agent.definition agent.loop \
                    agent.model agent.session agent.skill codec dialect engine engine.command \
                    engine.files engine.skill host json mcp.client os output policy process \
                    registry rpc run tool | files
                    mcp:
                    mcp.client: agent.config agent.model codec dialect engine.network \
                    engine.source host json mcp mcp.client.session mcp.client.transport mcp.oauth \
                    net output policy process.launch rpc run tool tools | files
                    mcp.client.session: json mcp mcp.client.transport rpc
                    mcp.client.transport: json mcp mcp.oauth process.peer rpc | network
                    mcp.oauth: agent.config codec engine.network host json mcp net output policy \
                    policy.pattern | files network processes
                    mcp.server: dialect engine host json mcp.server.feature mcp.server.http \
                    mcp.server.method mcp.server.workspace rpc run
                    mcp.server.feature: engine host json
                    mcp.server.http: codec engine host json mcp mcp.server.feature \
                    mcp.server.method registry rpc tool | network
                    mcp.server.method: codec engine host json mcp mcp.server.feature output \
                    registry rpc run schema tool
                    mcp.server.workspace: agent.command agent.config agent.model agent.skill \
                    engine engine.command engine.skill host json mcp.server.feature os registry \
                    tool | files
                    rpc: codec json
                    app/
                    app: app.cli app.cli.command
                    app.cli: agent.config agent.definition agent.loop agent.model \
                    agent.model.wires agent.session agent.trust app.cli.acp app.cli.call \
                    app.cli.command app.cli.cron app.cli.mcp app.cli.models app.cli.policy \
                    app.cli.run app.cli.sessions app.cli.skill app.demo app.interactive \
                    app.terminal app.terminal.device codec dialect engine engine.doctor host json \
                    policy registry run tool | files
                    app.cli.acp: acp agent.config agent.definition agent.model agent.model.listing \
                    app.cli.command app.cli.run dialect engine policy run
                    app.cli.call: agent.session app.cli.command app.terminal codec engine host \
                    json policy registry run tool
                    app.cli.command: agent.loop agent.model agent.model.listing agent.session \
                    app.terminal codec dialect engine engine.source host json mcp.client output \
                    policy registry run | files
                    app.cli.cron: agent.config agent.model agent.model.wires agent.schedule \
                    app.cli.command app.cli.run app.terminal dialect engine json output policy \
                    tool
                    app.cli.mcp: agent.config agent.session app.cli.command app.cli.run \
                    app.terminal codec dialect engine engine.doctor instance json mcp mcp.client \
                    mcp.client.session mcp.oauth mcp.server mcp.server.http policy run tool | \
                    files
                    app.cli.models: agent.config agent.definition agent.model agent.model.listing \
                    app.cli.command app.terminal dialect engine json policy
                    app.cli.policy: agent.config app.cli.call app.cli.command codec engine json \
                    policy run tool
                    app.cli.run: agent.command agent.config agent.context agent.definition \
                    agent.loop agent.model agent.model.listing agent.model.wires agent.session \
                    app.cli.command app.terminal codec dialect engine engine.command host json \
                    kernel output policy registry run tool tools.files.media | files
                    app.cli.sessions: agent.loop agent.model agent.session agent.session.file \
                    app.cli.command app.terminal codec engine engine.export host json os output \
                    registry undo | files
                    app.cli.skill: agent.command agent.config agent.skill app.cli.command \
                    app.terminal dialect engine.skill host json os output run | files
                    app.demo: codec json | files network
                    app.interactive: agent.command agent.config agent.context agent.loop \
                    agent.model agent.model.listing agent.session agent.trust app.cli.command \
                    app.cli.run app.interactive.slash app.terminal app.terminal.device \
                    app.terminal.dialog app.terminal.diff app.terminal.editor \
                    app.terminal.markdown app.terminal.ui codec dialect engine engine.command \
                    engine.prompt engine.source host json mcp.client output policy registry run \
                    tool | files processes
                    app.interactive.slash: agent.config agent.context agent.definition agent.loop \
                    agent.model agent.model.listing agent.session agent.skill app.terminal.dialog \
                    app.terminal.diff app.terminal.markdown app.terminal.ui codec dialect engine \
                    engine.export engine.skill json mcp mcp.client mcp.client.session os output \
                    policy registry run tool undo | files
                    app.terminal: output process.output | files processes
                    app.terminal.device: app.terminal.ui kernel output | files processes
                    app.terminal.dialog: app.terminal.ui host json output run
                    app.terminal.diff: app.terminal.markdown app.terminal.ui output
                    app.terminal.editor: app.terminal.ui codec host json output tool | files \
                    processes
                    app.terminal.markdown: app.terminal.ui output
                    app.terminal.ui: app.terminal
                    """);

    /// What one package may use.
    ///
    /// @param name without the prefix `dev.deft.`
    record Line(String module, String name, SortedSet<String> uses, SortedSet<String> reaches) {

        Line {
            uses = Collections.unmodifiableSortedSet(new TreeSet<>(uses));
            reaches = Collections.unmodifiableSortedSet(new TreeSet<>(reaches));
        }

        /// As a line of the table.
        String line() {
            String reached = reaches.isEmpty() ? "" : " | " + String.join(" ", reaches);
            return (name + ": " + String.join(" ", uses)).strip() + reached;
        }
    }

    PackageTable {
        byPackage = Collections.unmodifiableSortedMap(new TreeMap<>(byPackage));
    }

    static PackageTable parse(String table) {
        var lines = new TreeMap<String, Line>();
        String module = "";
        for (String line : table.lines().map(String::strip).toList()) {
            if (line.endsWith("/")) {
                module = line.substring(0, line.length() - 1);
            } else if (!line.isEmpty()) {
                Line own = line(module, line);
                if (lines.put(own.name(), own) != null) {
                    throw new IllegalArgumentException("two lines for " + own.name());
                }
            }
        }
        return new PackageTable(lines);
    }

    private static Line line(String module, String line) {
        int colon = line.indexOf(':');
        int bar = line.indexOf('|');
        return new Line(
                module,
                line.substring(0, colon),
                words(line.substring(colon + 1, bar < 0 ? line.length() : bar)),
                words(bar < 0 ? "" : line.substring(bar + 1)));
    }

    /// The words of a text, which may be separated by commas too.
    static SortedSet<String> words(String text) {
        return Arrays.stream(text.split("[\\s,]+", -1))
                .filter(it -> !it.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The packages of some modules, as rules of ArchUnit name them.
    String[] packagesOf(String... modules) {
        List<String> wanted = List.of(modules);
        return byPackage.values().stream()
                .filter(it -> wanted.contains(it.module()))
                .map(it -> "dev.deft." + it.name())
                .toArray(String[]::new);
    }

    /// A package as rules of ArchUnit name it.
    ///
    /// @throws IllegalArgumentException if it has no line, so that no rule speaks of a package that
    ///   does not exist
    String named(String name) {
        if (!byPackage.containsKey(name)) {
            throw new IllegalArgumentException("there is no line for " + name);
        }
        return "dev.deft." + name;
    }

    /// What is wrong with the table itself: lines that name packages, modules or parts of the JDK
    /// that do not exist, or packages of a module that is not below.
    List<String> mistakes() {
        var mistakes = new ArrayList<String>();
        for (Line own : byPackage.values()) {
            if (!MODULES.containsKey(own.module())) {
                mistakes.add(own.name() + ": there is no module " + own.module());
                continue;
            }
            own.uses().stream()
                    .flatMap(it -> mistake(own, it))
                    .map(it -> "PackageTable, line of " + own.name() + ": " + it)
                    .forEach(mistakes::add);
            own.reaches().stream()
                    .filter(it -> !JdkReach.NAMES.contains(it))
                    .map(it -> "PackageTable, line of " + own.name() + ": nothing is called " + it)
                    .forEach(mistakes::add);
        }
        return mistakes;
    }

    private Stream<String> mistake(Line own, String used) {
        Line other = byPackage.get(used);
        if (other == null) {
            return Stream.of("there is no line for " + used);
        }
        boolean below =
                other.module().equals(own.module())
                        || MODULES.getOrDefault(own.module(), List.of()).contains(other.module());
        return below
                ? Stream.empty()
                : Stream.of(
                        "%s is in %s, which %s does not depend on"
                                .formatted(used, other.module(), own.module()));
    }
}
