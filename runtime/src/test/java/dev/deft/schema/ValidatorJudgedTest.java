package dev.deft.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Compares our validator with one written by others, over random shapes and random arguments.
class ValidatorJudgedTest {

    private static final int SHAPES = 150;
    private static final int VALUES = 60;

    private final Random random = new Random(20261115);
    private final RandomShapes shapes = new RandomShapes(random);

    @Test
    void agreesWithAnIndependentValidator() {
        int valid = 0;
        for (int i = 0; i < SHAPES; i++) {
            Shape.Fields shape = shapes.fields(2);
            Json.Obj written = JsonSchema.write(shape);
            Schema judge =
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(JsonText.write(written), InputFormat.JSON);
            for (int j = 0; j < VALUES; j++) {
                Json.Obj arguments =
                        random.nextBoolean()
                                ? shapes.fitting(shape)
                                : shapes.damaged(shapes.fitting(shape));
                String text = JsonText.write(arguments);
                boolean theirs = judge.validate(text, InputFormat.JSON).isEmpty();
                boolean ours = Validator.problem(shape, arguments).isEmpty();
                assertThat(ours)
                        .as("%s against %s", text, JsonText.write(written))
                        .isEqualTo(theirs);
                valid += ours ? 1 : 0;
            }
        }
        assertThat(valid).as("both outcomes occur").isBetween(SHAPES, SHAPES * VALUES - SHAPES);
    }
}
