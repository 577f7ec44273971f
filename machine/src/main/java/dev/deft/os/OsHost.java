package dev.deft.os;

import dev.deft.host.CallInfo;
import dev.deft.host.HostSession;
import dev.deft.host.Limits;
import dev.deft.host.Network;
import dev.deft.host.Progress;
import dev.deft.host.Shell;
import dev.deft.host.WorkspaceFiles;
import dev.deft.os.state.SidecarFile;
import dev.deft.run.HostFactory;
import dev.deft.run.LookModeFailure;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The host of one call, backed by the real machine.
final class OsHost implements HostFactory.CallHost {

    private final LazyFiles files;
    private final Shell shell;
    private final CallHandles handles;
    private final HostSession session;
    private final Progress progress;
    private final Limits limits;
    private final CallInfo call;
    private final SidecarFile sidecar;
    private final CallLifetime lifetime;
    private final CommandReport commands;
    private final WorkspaceOpener opener;

    OsHost(
            LazyFiles files,
            Shell shell,
            CallHandles handles,
            HostSession session,
            Progress progress,
            Limits limits,
            CallInfo call,
            SidecarFile sidecar,
            CallLifetime lifetime,
            CommandReport commands,
            WorkspaceOpener opener) {
        this.files = files;
        this.shell = shell;
        this.handles = handles;
        this.session = session;
        this.progress = progress;
        this.limits = limits;
        this.call = call;
        this.sidecar = sidecar;
        this.lifetime = lifetime;
        this.commands = commands;
        this.opener = opener;
    }

    @Override
    public WorkspaceFiles files() {
        return files;
    }

    @Override
    public Shell shell() {
        return shell;
    }

    @Override
    public Network net() {
        return handles.net();
    }

    @Override
    public HostSession session() {
        return session;
    }

    @Override
    public Progress progress() {
        return progress;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public CallInfo call() {
        return call;
    }

    @Override
    public OutputStream sidecar() throws IOException {
        lifetime.check();
        return files.previewed().isPresent() ? OutputStream.nullOutputStream() : sidecar.begin();
    }

    @Override
    public <T> T handle(Class<T> type) throws IOException {
        lifetime.check();
        Optional<T> handle = handles.find(type);
        return handle.isPresent() ? handle.get() : HostFactory.CallHost.super.handle(type);
    }

    @Override
    public void revoke() {
        lifetime.end();
    }

    @Override
    public ToolResult.Output completed(ToolResult.Output output) throws InterruptedException {
        List<WorkspaceFiles.Changed> changes = files.changes();
        return handles.told(changes.isEmpty() ? output : handles.reviewed(output, changes));
    }

    @Override
    public Optional<LookModeFailure> lookModeFailure() {
        return commands.lookModeFailure();
    }

    @Override
    public Optional<String> preview() throws IOException {
        Optional<PreviewedChanges> previewed = files.previewed().filter(it -> !it.isEmpty());
        return previewed.isPresent() && !lifetime.refused()
                ? opener.preview(previewed.get())
                : commands.preview();
    }

    @Override
    public Path spill(String all) throws IOException {
        sidecar.end(false);
        sidecar.begin().write(all.getBytes(StandardCharsets.UTF_8));
        return sidecar.end(true).orElseThrow();
    }

    @Override
    public List<String> sidecarNotes() {
        return sidecar.remarks();
    }

    @Override
    public Optional<Path> closeSidecar(boolean keep) throws IOException {
        return sidecar.end(keep);
    }
}
