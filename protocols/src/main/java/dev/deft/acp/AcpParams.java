package dev.deft.acp;

import dev.deft.json.Json;
import dev.deft.rpc.RpcException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads the parameters of a request. What is wrong with them is said in one sentence.
///
/// @param where what the fields are in, for messages, such as `params`
record AcpParams(Json.Obj fields, String where) {

    static AcpParams of(Json.Obj params) {
        return new AcpParams(params, "params");
    }

    private RpcException wrong(String name, String should) {
        Json given = fields.find(name).orElse(Json.Null.VALUE);
        return RpcException.invalidParams(
                fields.find(name).isEmpty()
                        ? "%s.%s is missing; it must be %s.".formatted(where, name, should)
                        : "%s.%s must be %s, not %s.".formatted(where, name, should, given.kind()));
    }

    private Optional<Json> present(String name) {
        return fields.find(name).filter(it -> !(it instanceof Json.Null));
    }

    String text(String name) throws RpcException {
        if (fields.find(name).orElse(Json.Null.VALUE) instanceof Json.Str(String value)) {
            return value;
        }
        throw wrong(name, "a string");
    }

    Optional<String> optionalText(String name) throws RpcException {
        return present(name).isEmpty() ? Optional.empty() : Optional.of(text(name));
    }

    long number(String name) throws RpcException {
        Optional<Long> value =
                fields.find(name).orElse(Json.Null.VALUE) instanceof Json.Num it
                        ? it.asLong()
                        : Optional.empty();
        return value.orElseThrow(() -> wrong(name, "a whole number"));
    }

    List<Json> list(String name) throws RpcException {
        if (fields.find(name).orElse(Json.Null.VALUE) instanceof Json.Arr(List<Json> items)) {
            return items;
        }
        throw wrong(name, "an array");
    }

    /// An array that may be missing.
    List<Json> optionalList(String name) throws RpcException {
        return present(name).isEmpty() ? List.of() : list(name);
    }

    List<AcpParams> objects(String name) throws RpcException {
        List<AcpParams> all = new ArrayList<>();
        for (Json it : list(name)) {
            String place = "%s.%s[%d]".formatted(where, name, all.size());
            if (!(it instanceof Json.Obj object)) {
                throw RpcException.invalidParams(
                        "%s must be an object, not %s.".formatted(place, it.kind()));
            }
            all.add(new AcpParams(object, place));
        }
        return all;
    }

    AcpParams object(String name) throws RpcException {
        if (fields.find(name).orElse(Json.Null.VALUE) instanceof Json.Obj object) {
            return new AcpParams(object, where + "." + name);
        }
        throw wrong(name, "an object");
    }

    /// The real path of a directory that exists.
    Path directory(String name) throws RpcException {
        return directory(where + "." + name, text(name));
    }

    static Path directory(String where, String text) throws RpcException {
        try {
            Path given = Path.of(text);
            if (!given.isAbsolute()) {
                throw RpcException.invalidParams(
                        "%s must be an absolute path, not \"%s\".".formatted(where, text));
            }
            Path real = given.toRealPath();
            if (Files.isDirectory(real)) {
                return real;
            }
            throw RpcException.invalidParams("%s: %s is not a directory.".formatted(where, text));
        } catch (IOException | InvalidPathException _) {
            throw RpcException.invalidParams(
                    "%s: there is no directory %s.".formatted(where, text));
        }
    }
}
