package dev.deft.policy;

import dev.deft.policy.pattern.PathPattern;
import java.util.List;
import java.util.Locale;

/// Paths of files that change what runs later: hooks, shell start-up files, settings of editors and
/// agents.
public final class ProtectedPaths {

    private static final String REPOSITORY = ".git";

    private ProtectedPaths() {}

    /// Whether a path relative to the root is protected. Case is ignored, as some file systems do.
    public static boolean contains(String path) {
        if (!isHidden(path) && !isServerListOrInstructions(path)) {
            return false;
        }
        String lower = path.toLowerCase(Locale.ROOT);
        return Compiled.PATTERNS.stream().anyMatch(it -> it.matches(lower));
    }

    /// Whether a segment of the path begins with a dot. This is a quick check for whole trees.
    private static boolean isHidden(String path) {
        return path.startsWith(".") || path.contains("/.");
    }

    /// The only protected files that are not hidden. Most files fail at their last letter already.
    private static boolean isServerListOrInstructions(String path) {
        return switch (path.isEmpty() ? ' ' : path.charAt(path.length() - 1)) {
            case 'n', 'N' -> isNamed(path, "mcp.json") || isNamed(path, "opencode.json");
            case 'c', 'C' -> isNamed(path, "opencode.jsonc");
            case 'd', 'D' ->
                    isNamed(path, "agents.md")
                            || isNamed(path, "claude.md")
                            || isNamed(path, "gemini.md");
            default -> false;
        };
    }

    private static boolean isNamed(String path, String name) {
        int from = path.length() - name.length();
        return path.regionMatches(true, from, name, 0, name.length())
                && (from == 0 || path.charAt(from - 1) == '/');
    }

    /// Whether a path is named `.git`. The directory itself is not protected; a file or link of
    /// that name redirects git to another directory with other hooks.
    public static boolean isRepository(String path) {
        return isNamed(path, REPOSITORY);
    }

    /// Compiled at the first write, not at the start of the program.
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
