package dev.deft.mcp.server.method;

import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.util.List;

/// `completion/complete`.
record CompletionMethod(ResourceMethods resources, PromptMethods prompts) {

    private static final int MAX_VALUES = 100;

    Json.Obj complete(Json.Obj params) throws RpcException, IOException, InterruptedException {
        Json.Obj reference = object(params, "ref");
        Json.Obj argument = object(params, "argument");
        List<String> values =
                values(reference, text(argument, "name"), argument.text("value").orElse(""));
        Json.Obj completion =
                Json.Obj.EMPTY
                        .with(
                                "values",
                                Json.Arr.ofTexts(values.stream().limit(MAX_VALUES).toList()))
                        .with("total", Json.Num.of(values.size()))
                        .with("hasMore", new Json.Bool(values.size() > MAX_VALUES));
        return Json.Obj.EMPTY.with("completion", completion);
    }

    private List<String> values(Json.Obj reference, String name, String begun)
            throws RpcException, IOException, InterruptedException {
        return switch (text(reference, "type")) {
            case "ref/prompt" -> prompts.complete(text(reference, "name"), name, begun);
            case "ref/resource" -> resources.complete(text(reference, "uri"), name, begun);
            default ->
                    throw RpcException.invalidParams(
                            "The field type must be ref/prompt or ref/resource.");
        };
    }

    private static Json.Obj object(Json.Obj params, String name) throws RpcException {
        if (params.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj object) {
            return object;
        }
        throw RpcException.invalidParams("The field %s must be an object.".formatted(name));
    }

    private static String text(Json.Obj object, String name) throws RpcException {
        return object.text(name)
                .orElseThrow(() ->
                        RpcException.invalidParams(
                                "The field %s must be a string.".formatted(name)));
    }
}
