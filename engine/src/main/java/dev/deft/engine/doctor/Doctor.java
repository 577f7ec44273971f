package dev.deft.engine.doctor;

import dev.deft.agent.config.ConfigException;
import dev.deft.agent.config.Configuration;
import dev.deft.agent.config.Trust;
import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.model.listing.LocalServers;
import dev.deft.dialect.Dialects;
import dev.deft.engine.Engine;
import dev.deft.engine.web.SearchServices;
import dev.deft.lsp.KnownServers;
import dev.deft.lsp.ServerDefinition;
import dev.deft.lsp.ServerPrograms;
import dev.deft.policy.CommandHost;
import dev.deft.policy.Policy;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleLint;
import dev.deft.sandbox.HostPrograms;
import dev.deft.state.StatePaths;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks the machine for `deft doctor`. It reports the names of keys, never their values.
public final class Doctor {

    /// How the launcher names the cache; another one may stand behind it.
    private static final String CACHE = "-XX:SharedArchiveFile=";

    private static final List<String> KEYS = List.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY");

    private Doctor() {}

    /// The result of one check.
    ///
    /// @param advice what to do if it failed
    public record Finding(String what, boolean ok, String found, Optional<String> advice) {}

    /// Runs all checks.
    ///
    /// @param policy its command host is checked, or else that of the user's policy
    public static List<Finding> examine(Path root, Map<String, String> environment, Policy policy)
            throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        findings.add(java());
        findings.add(startCache());
        findings.add(
                program(
                        new HostPrograms(root, environment),
                        "git",
                        "git",
                        "install git, or fix the PATH; commands use it"));
        Optional<CommandHost> host = policy.commands().host();
        try {
            Optional<Policy> own =
                    Configuration.read(
                                    root,
                                    environment,
                                    Dialects.DEFAULT,
                                    Trust.of(policy, root, environment))
                            .settings()
                            .permissions()
                            .policy();
            host = host.or(() -> own.flatMap(it -> it.commands().host()));
            findings.add(new Finding("settings", true, "all files are valid", Optional.empty()));
            findings.add(languageServers(root, environment, policy));
        } catch (IOException e) {
            findings.add(
                    new Finding(
                            "settings",
                            false,
                            String.valueOf(e.getMessage()),
                            Optional.of("fix the file; deft config show reads the files too")));
        }
        findings.addAll(new SandboxFindings(root, environment).examine(host));
        findings.add(keys(environment));
        findings.add(localModels(environment));
        findings.add(search(root, environment, policy));
        findings.addAll(toolsAndRules(root, environment));
        findings.add(writable("workspace", root));
        findings.add(writable("state", new StatePaths(root).path()));
        findings.add(writable("user data", UserDirectories.from(environment).data()));
        return findings;
    }

    /// Reports plug-ins that cannot be used, and stored rules that can never apply.
    private static List<Finding> toolsAndRules(Path root, Map<String, String> environment) {
        List<Finding> findings = new ArrayList<>();
        try (Engine engine =
                Engine.builder()
                        .environment(environment)
                        .plugins()
                        .notices(it ->
                                findings.add(new Finding("plug-ins", false, it, Optional.empty())))
                        .build()) {
            var mistakes = new RuleLint(engine.tools().list());
            List<Rule> stored =
                    ProjectRules.of(UserDirectories.from(environment).data(), root).list();
            for (RuleLint.Mistake it : mistakes.of(stored)) {
                findings.add(
                        new Finding(
                                "rules",
                                false,
                                it.message(),
                                Optional.of("deft policy revoke " + it.rule().text())));
            }
        } catch (IOException e) {
            findings.add(
                    new Finding("rules", false, String.valueOf(e.getMessage()), Optional.empty()));
        }
        return findings;
    }

    private static Finding java() {
        return new Finding(
                "java",
                true,
                Runtime.version() + " in " + System.getProperty("java.home"),
                Optional.empty());
    }

    private static Finding startCache() {
        Optional<String> cache =
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                        .filter(it -> it.startsWith(CACHE))
                        .map(it -> it.substring(CACHE.length()).split(File.pathSeparator, 2)[0])
                        .filter(it -> Files.isReadable(Path.of(it)))
                        .findFirst();
        return cache.map(it -> new Finding("start cache", true, it, Optional.empty()))
                .orElse(
                        new Finding(
                                "start cache",
                                false,
                                "not in use",
                                Optional.of("start Deft with ./deft, which creates one")));
    }

    static Finding program(HostPrograms programs, String what, String name, String advice) {
        return programs.find(name)
                .map(it -> new Finding(what, true, it.toString(), Optional.empty()))
                .orElse(
                        new Finding(
                                what,
                                false,
                                name + " is in no directory that Deft trusts",
                                Optional.of(advice)));
    }

    static boolean isRoot(Map<String, String> environment) {
        return "root".equals(environment.getOrDefault("USER", System.getProperty("user.name")));
    }

    /// Lists the language servers that are installed, and the files they serve. None is no mistake.
    private static Finding languageServers(
            Path root, Map<String, String> environment, Policy policy) throws IOException {
        List<ServerDefinition> configured =
                Configuration.read(
                                root,
                                environment,
                                Dialects.DEFAULT,
                                Trust.of(policy, root, environment))
                        .settings()
                        .lsp()
                        .stream()
                        .map(it ->
                                new ServerDefinition(
                                        it.name(),
                                        it.command(),
                                        it.extensions(),
                                        Map.of(),
                                        Optional.empty()))
                        .toList();
        Trust trust = Trust.of(policy, root, environment);
        var programs =
                new ServerPrograms(
                        root,
                        new HostPrograms(root, environment),
                        environment,
                        it -> trust.objection(root, it).isEmpty());
        List<ServerDefinition> all = KnownServers.with(configured);
        List<String> found =
                all.stream()
                        .flatMap(it -> programs.find(it).stream())
                        .map(it ->
                                "%s for %s (%s)"
                                        .formatted(
                                                it.definition().name(),
                                                it.definition().extensions().stream()
                                                        .map("."::concat)
                                                        .collect(Collectors.joining(" ")),
                                                it.program()))
                        .toList();
        List<String> missing =
                configured.stream()
                        .filter(it -> programs.find(it).isEmpty())
                        .map(ServerDefinition::name)
                        .toList();
        String text = found.isEmpty() ? "none is installed" : String.join("; ", found);
        return missing.isEmpty()
                ? new Finding("lsp servers", true, text, Optional.empty())
                : new Finding(
                        "lsp servers",
                        false,
                        text + "; not found: " + String.join(", ", missing),
                        Optional.of(
                                "fix the command under lsp in agent.json; programs in the workspace"
                                        + " run only where it is trusted"));
    }

    private static Finding keys(Map<String, String> environment) {
        List<String> present =
                KEYS.stream().filter(it -> !environment.getOrDefault(it, "").isBlank()).toList();
        return present.isEmpty()
                ? new Finding(
                        "model keys",
                        false,
                        "none",
                        Optional.of("set " + String.join(" or ", KEYS) + " to use a model"))
                : new Finding("model keys", true, String.join(", ", present), Optional.empty());
    }

    /// Lists the model servers that run on this machine. None is no mistake.
    private static Finding localModels(Map<String, String> environment)
            throws InterruptedException {
        try {
            List<String> found =
                    LocalServers.from(environment).find().stream()
                            .map(it ->
                                    "%s at %s (%d %s; deft models lists them)"
                                            .formatted(
                                                    it.name(),
                                                    it.baseUrl(),
                                                    it.models().size(),
                                                    it.models().size() == 1 ? "model" : "models"))
                            .toList();
            return new Finding(
                    "local models",
                    true,
                    found.isEmpty() ? "no server is running" : String.join("; ", found),
                    Optional.empty());
        } catch (ConfigException e) {
            return new Finding(
                    "local models", false, String.valueOf(e.getMessage()), Optional.empty());
        }
    }

    /// Reports the search services with the names of their keys. None is no mistake.
    private static Finding search(Path root, Map<String, String> environment, Policy policy) {
        try {
            SearchServices services =
                    SearchServices.read(
                            root,
                            environment,
                            Dialects.DEFAULT,
                            Trust.of(policy, root, environment));
            boolean usable = services.isComplete();
            List<String> found = new ArrayList<>(services.described());
            found.addAll(services.problems());
            return new Finding(
                    "web search",
                    usable,
                    found.isEmpty() ? "no service is configured" : String.join("; ", found),
                    usable
                            ? Optional.empty()
                            : Optional.of("set the variable, or change web_search in agent.json"));
        } catch (IOException e) {
            return new Finding(
                    "web search", false, String.valueOf(e.getMessage()), Optional.empty());
        }
    }

    private static Finding writable(String what, Path directory) {
        Path existing = directory;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return Files.isWritable(existing)
                ? new Finding(what, true, directory.toString(), Optional.empty())
                : new Finding(
                        what,
                        false,
                        directory + " cannot be written",
                        Optional.of("change its owner or mode"));
    }
}
