package dev.deft.agent.loop;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Attachment;
import dev.deft.tool.Capability;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Small tools that a model can call in tests of the loop.
@SuppressWarnings("SameNameButDifferent") // every tool calls its parameters Params
final class LoopTools {

    private LoopTools() {}

    private static <P extends Record> ToolSpec<P> spec(String id, Class<P> parameters) {
        return ToolSpec.of(id, parameters, ToolCategory.CUSTOM, ToolKind.OTHER)
                .describedBy("Is called " + id + ".");
    }

    /// Returns its text.
    record EchoTool(String id) implements Tool<EchoTool.Params> {

        record Params(String text) {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec(id, Params.class);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.output(params, params.text(), "Echoed " + params.text());
        }
    }

    /// Returns how often it was called, so no two results are the same.
    record CountTool(AtomicInteger calls) implements Tool<CountTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec("count", Params.class);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.output(params, "call " + calls.incrementAndGet(), "Counted");
        }
    }

    /// Always fails.
    record FailTool() implements Tool<FailTool.Params> {

        record Params(String message) {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec("fail", Params.class);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.failure(ErrorCode.NOT_FOUND, params.message());
        }
    }

    /// Shows a file; what it returns does not depend on its content.
    record LookTool(Path root) implements Tool<LookTool.Params> {

        record Params(String path) {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec("look", Params.class);
        }

        @Override
        public List<Touch> touches(Params params, WorkspaceFiles files) {
            return List.of(new Touch(Capability.FS_READ, params.path()));
        }

        @Override
        public ToolResult run(Params params, Host host) throws IOException {
            boolean there = Files.exists(root.resolve(params.path()));
            return ToolResult.output(params, there ? "there" : "absent", "Looked");
        }
    }

    /// Watches something that changes by itself.
    record WatchTool() implements Tool<WatchTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec("watch", Params.class).watching();
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.output(params, "unchanged", "Watched");
        }
    }

    /// Blocks until it is interrupted.
    record BlockTool(CountDownLatch started) implements Tool<BlockTool.Params> {

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec("block", Params.class);
        }

        @Override
        public ToolResult run(Params params, Host host) throws InterruptedException {
            started.countDown();
            new CountDownLatch(1).await();
            return ToolResult.output(params, "", "");
        }
    }

    /// Returns an image.
    record DrawTool() implements Tool<DrawTool.Params> {

        static final Bytes PNG = Bytes.of("not really a PNG");

        record Params() {}

        @Override
        public ToolSpec<Params> spec() {
            return LoopTools.spec("draw", Params.class);
        }

        @Override
        public ToolResult run(Params params, Host host) {
            return ToolResult.output(params, "a dot", "Drawn")
                    .with(List.of(new Attachment("dot.png", "image/png", PNG)));
        }
    }
}
