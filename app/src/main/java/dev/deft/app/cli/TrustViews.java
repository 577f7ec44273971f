package dev.deft.app.cli;

import dev.deft.agent.trust.RefusedWorkspace;
import dev.deft.agent.trust.TrustReport;
import dev.deft.agent.trust.TrustedWorkspace;
import dev.deft.json.Json;
import java.util.List;

/// How `deft trust` shows workspaces.
final class TrustViews {

    private TrustViews() {}

    static Json json(
            TrustReport report, List<TrustedWorkspace> all, List<RefusedWorkspace> refused) {
        Json.Obj own =
                Json.Obj.EMPTY
                        .with("root", report.root().toString())
                        .with("trusted", new Json.Bool(report.since().isPresent()));
        if (report.since().isPresent()) {
            own = own.with("since", report.since().get().toString());
        }
        return own.with(
                        "acts",
                        new Json.Arr(report.acts().stream().<Json>map(TrustViews::json).toList()))
                .with("changed", Json.Arr.ofTexts(report.changed()))
                .with("problems", Json.Arr.ofTexts(report.problems()))
                .with("workspaces", new Json.Arr(all.stream().<Json>map(TrustViews::json).toList()))
                .with(
                        "refused",
                        new Json.Arr(refused.stream().<Json>map(TrustViews::json).toList()));
    }

    private static Json.Obj json(RefusedWorkspace workspace) {
        return Json.Obj.EMPTY
                .with("root", workspace.root().toString())
                .with("since", workspace.since().toString());
    }

    private static Json.Obj json(TrustReport.Line line) {
        return Json.Obj.EMPTY
                .with("kind", line.act().kind())
                .with("name", line.act().name())
                .with("detail", line.act().detail())
                .with("file", line.act().file())
                .with("used", new Json.Bool(line.used()));
    }

    private static Json.Obj json(TrustedWorkspace workspace) {
        return Json.Obj.EMPTY
                .with("root", workspace.root().toString())
                .with("since", workspace.since().toString())
                .with("files", Json.Arr.ofTexts(workspace.files().keySet()));
    }

    static String line(TrustedWorkspace workspace) {
        return "%s  since %s, %s"
                .formatted(workspace.root(), workspace.since(), files(workspace.files().size()));
    }

    static String files(int count) {
        return count == 1 ? "1 file" : count + " files";
    }
}
