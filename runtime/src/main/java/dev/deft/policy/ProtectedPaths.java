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
        if (!isHidden(path) && !endsWith(path, ".json") && !endsWith(path, ".md")) {
            return false;
        }
        String lower = path.toLowerCase(Locale.ROOT);
        return Compiled.PATTERNS.stream().anyMatch(it -> it.matches(lower));
    }

    /// Whether a segment of the path begins with a dot. This is a quick check for whole trees.
    private static boolean isHidden(String path) {
        return path.startsWith(".") || path.contains("/.");
    }

    /// Server lists and agent instructions are the only protected files that are not hidden.
    private static boolean endsWith(String path, String ending) {
        return path.regionMatches(
                true, path.length() - ending.length(), ending, 0, ending.length());
    }

    /// Whether a path is named `.git`. The directory itself is not protected; a file or link of
    /// that name redirects git to another directory with other hooks.
    public static boolean isRepository(String path) {
        int from = path.length() - REPOSITORY.length();
        return path.regionMatches(true, from, REPOSITORY, 0, REPOSITORY.length())
                && (from == 0 || path.charAt(from - 1) == '/');
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
