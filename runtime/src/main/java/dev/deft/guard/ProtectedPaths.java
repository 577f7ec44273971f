package dev.deft.guard;

import dev.deft.run.Gate;
import dev.deft.run.Mode;
import dev.deft.run.Prepared;
import dev.deft.run.Verdict;
import dev.deft.script.SimpleCommand;
import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Paths whose change would change what runs later: a write there is always asked about, whatever
/// the rules allow.
public final class ProtectedPaths implements Gate {

    private static final String REPOSITORY = ".git";

    private final Set<String> further;

    public ProtectedPaths() {
        this(Set.of());
    }

    /// Protects some paths more.
    ///
    /// @param further relative to the root
    public ProtectedPaths(Set<String> further) {
        this.further = Set.copyOf(further);
    }

    @Override
    public String name() {
        return "protected";
    }

    @Override
    public Verdict judge(Prepared<?> call) {
        if (call.mode() == Mode.LOOK) {
            return new Verdict.Allow("Nothing lasts in look mode.");
        }
        Optional<String> path =
                call.touches().stream()
                        .flatMap(it -> written(it, call))
                        .filter(it -> it.capability() == Capability.FS_WRITE)
                        .map(Touch::subject)
                        .filter(this::isProtected)
                        .findFirst();
        return path.<Verdict>map(ProtectedPaths::ask)
                .orElse(new Verdict.Allow("No protected path is written."));
    }

    private boolean isProtected(String path) {
        return contains(path) || isRepository(path) || further.contains(path);
    }

    /// A touch itself, or for a script what its redirections touch.
    private static Stream<Touch> written(Touch touch, Prepared<?> call) {
        if (touch.capability() != Capability.SHELL_RUN) {
            return Stream.of(touch);
        }
        var places = new Places(ScriptJudge.directory(call));
        List<Touch> touches = new ArrayList<>();
        for (SimpleCommand command : call.scripts().of(touch.subject()).commands()) {
            command.redirections().forEach(it -> touches.addAll(places.of(it).touches()));
            places.follow(command);
        }
        return touches.stream();
    }

    /// Whether a path relative to the root is protected. Case does not matter: some file systems
    /// ignore it.
    public static boolean contains(String path) {
        if (!isHidden(path) && !endsWith(path, ".json") && !endsWith(path, ".md")) {
            return false;
        }
        String lower = path.toLowerCase(Locale.ROOT);
        return Compiled.PATTERNS.stream().anyMatch(it -> it.matches(lower));
    }

    /// Whether some part of the path begins with a dot. Most do not, and whole trees are looked at.
    private static boolean isHidden(String path) {
        return path.startsWith(".") || path.contains("/.");
    }

    /// The only protected files that are not hidden are servers' lists and instructions.
    private static boolean endsWith(String path, String ending) {
        return path.regionMatches(
                true, path.length() - ending.length(), ending, 0, ending.length());
    }

    /// Whether a path is a repository. As a directory it is not protected itself; as a file or link
    /// it leads git to another directory, and so to other hooks.
    public static boolean isRepository(String path) {
        int from = path.length() - REPOSITORY.length();
        return path.regionMatches(true, from, REPOSITORY, 0, REPOSITORY.length())
                && (from == 0 || path.charAt(from - 1) == '/');
    }

    private static Verdict ask(String path) {
        return new Verdict.Ask(
                "%s is protected: changing it changes what runs later.".formatted(path),
                List.of(),
                Verdict.Keeper.NOTHING);
    }

    /// Compiled when the first write is judged, not at the start of the program.
    private static final class Compiled {

        private static final List<PathPattern> PATTERNS =
                List.of(
                                "**/.git/hooks/**",
                                "**/.git/{config,config.worktree,commondir}",
                                "**/.git/{modules,worktrees}/**/{config,config.worktree,commondir,hooks}/**",
                                "**/.deft/**",
                                "**/.aegis/**",
                                "**/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,envrc}",
                                "**/.config/{fish,deft,git}/**",
                                "**/.local/share/deft/**",
                                "**/.ssh/**",
                                "**/.gitconfig",
                                "**/{.mcp.json,mcp.json,opencode.json,opencode.jsonc}",
                                "**/.{vscode,idea,cursor,zed,claude,codex,gemini,opencode,windsurf,fleet}/**",
                                "**/.{gdbinit,irbrc,hg/hgrc}",
                                ".github/{workflows,actions}/**",
                                ".{husky,devcontainer,circleci}/**",
                                ".{devcontainer.json,gitlab-ci.yml,pre-commit-config.yaml}",
                                ".cargo/{config,config.toml}",
                                ".{npmrc,yarnrc,yarnrc.yml,cursorrules,windsurfrules}",
                                "{agents,claude,gemini}.md",
                                "**/.{vimrc,exrc,nvimrc,nvim.lua,editorconfig.local,dir-locals.el}")
                        .stream()
                        .map(PathPattern::of)
                        .toList();
    }
}
