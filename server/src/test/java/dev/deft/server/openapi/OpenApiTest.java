package dev.deft.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.server.access.AccessScope;
import dev.deft.server.http.ApiResponse;
import dev.deft.server.http.Route;
import dev.deft.tool.Bounds;
import dev.deft.tool.Doc;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenApiTest {

    record Order(
            @Doc("Its name") @Bounds(min = 1, max = 9) String name, Optional<List<Part>> parts) {}

    record Part(long weight) {}

    record Shown(String id, Part part, Map<String, Part> more, Optional<Json.Obj> rest) {}

    private static final Route POST =
            Route.post("/v1/things/{thing}/parts/{path...}")
                    .named("things", "addPart", "Adds a part.")
                    .needs(AccessScope.SPEAK)
                    .requiredQuery("at", "integer", "Where.")
                    .body(Order.class)
                    .answers(201, Shown.class)
                    .by(_ -> ApiResponse.empty(201));

    private static final Route LIST =
            Route.get("/v1/things")
                    .named("things", "listThings", "All things.")
                    .paged()
                    .answersPage(Shown.class)
                    .by(_ -> ApiResponse.empty(200));

    private static Json at(Json from, String... path) {
        Json value = from;
        for (String it : path) {
            value =
                    value instanceof Json.Arr(List<Json> items)
                            ? items.get(Integer.parseInt(it))
                            : ((Json.Obj) value).find(it).orElse(Json.Null.VALUE);
        }
        return value;
    }

    private static Json described(String... path) {
        return at(OpenApi.of(List.of(POST, LIST), "1.2.3"), path);
    }

    @Test
    void namesTheSchemasOfRecords() throws Exception {
        assertThat(described("components", "schemas", "Order"))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"type":"object","properties":{
                                  "name":{"type":"string","minLength":1,"maxLength":9,"description":"Its name"},
                                  "parts":{"type":"array","items":{"$ref":"#/components/schemas/Part"}}},
                                 "required":["name"],"additionalProperties":false}
                                """));
        assertThat(described("components", "schemas", "Shown"))
                .isEqualTo(
                        JsonText.parse(
                                """
                                {"type":"object","properties":{
                                  "id":{"type":"string"},
                                  "part":{"$ref":"#/components/schemas/Part"},
                                  "more":{"type":"object","additionalProperties":{"$ref":"#/components/schemas/Part"}},
                                  "rest":{"type":"object","additionalProperties":{}}},
                                 "required":["id","part"]}
                                """));
    }

    @Test
    void describesHolesParametersAndTheKey() {
        Json parameters =
                described("paths", "/v1/things/{thing}/parts/{path}", "post", "parameters");

        assertThat(((Json.Arr) parameters).items().stream().map(it -> at(it, "name").toString()))
                .containsExactly("\"thing\"", "\"path\"", "\"at\"", "\"Idempotency-Key\"");
        assertThat(at(parameters, "2", "required")).isEqualTo(new Json.Bool(true));
    }

    @Test
    void describesPages() {
        Json list = described("paths", "/v1/things", "get");

        assertThat(at(list, "responses", "200", "content", "application/json", "schema", "$ref"))
                .isEqualTo(new Json.Str("#/components/schemas/ShownPage"));
        assertThat(at(list, "security")).isEqualTo(new Json.Arr(List.of()));
        assertThat(at(list, "responses", "401")).isEqualTo(Json.Null.VALUE);
        assertThat(described("components", "schemas", "ShownPage", "required"))
                .isEqualTo(Json.Arr.ofTexts(List.of("items")));
    }

    @Test
    void saysWhichScopeIsNeeded() {
        Json post = described("paths", "/v1/things/{thing}/parts/{path}", "post");

        assertThat(at(post, "x-deft-scope")).isEqualTo(new Json.Str("speak"));
        assertThat(at(post, "responses", "403", "$ref"))
                .isEqualTo(new Json.Str("#/components/responses/PermissionDenied"));
    }

    /// Shares its name with another record.
    interface Elsewhere {

        record Part(String other) {}
    }

    /// Shares its long name too.
    record ElsewherePart(int third) {}

    @Test
    void tellsRecordsOfOneNameApart() {
        Route other = list(Elsewhere.Part.class);
        Json schemas = at(OpenApi.of(List.of(POST, other), "1"), "components", "schemas");

        assertThat(at(schemas, "Part", "properties", "weight")).isNotEqualTo(Json.Null.VALUE);
        assertThat(at(schemas, "ElsewherePart", "properties", "other"))
                .isNotEqualTo(Json.Null.VALUE);
        List<Route> three = List.of(POST, list(ElsewherePart.class), list(Elsewhere.Part.class));
        assertThatThrownBy(() -> OpenApi.of(three, "1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ElsewherePart");
    }

    private static Route list(Class<? extends Record> type) {
        return Route.get("/v1/" + type.getSimpleName())
                .named("things", "list" + type.getName(), "Some.")
                .paged()
                .answersPage(type)
                .by(_ -> ApiResponse.empty(200));
    }

    @Test
    void offersItselfAmongTheRoutes() {
        List<Route> routes = OpenApiRoutes.with(List.of(LIST), "1.2.3");

        assertThat(routes).extracting(Route::id).containsExactly("listThings", "getDescription");
    }
}
