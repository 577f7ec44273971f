import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The method that tells what the annotations of a parameter record say, for
/// `dev.deft.schema.ComponentNotes`.
///
/// @param components in their order
record Notes(List<RecordComponentInfo> components) {

    /// How their descriptors begin.
    static final String ANNOTATIONS = "Ldev/deft/tool/";

    private static final ClassDesc NOTES = ClassDesc.of("dev.deft.schema.ComponentNotes");
    private static final MethodTypeDesc CONSTRUCTOR =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void,
                    ConstantDescs.CD_String,
                    ConstantDescs.CD_long,
                    ConstantDescs.CD_long,
                    ConstantDescs.CD_boolean);

    /// Nothing for what is no record, or one without annotations.
    static Optional<Notes> of(ClassModel model) {
        return model.findAttribute(Attributes.record())
                .map(it -> new Notes(it.components()))
                .filter(it -> it.components().stream().anyMatch(one -> !values(one).isEmpty()));
    }

    void addTo(ClassBuilder owner) {
        owner.withMethodBody(
                "desugared$notes",
                MethodTypeDesc.of(NOTES.arrayType()),
                AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask(),
                code -> {
                    code.loadConstant(components.size()).anewarray(NOTES);
                    for (int i = 0; i < components.size(); i++) {
                        code.dup().loadConstant(i);
                        make(code, values(components.get(i)));
                        code.aastore();
                    }
                    code.areturn();
                });
    }

    private static void make(CodeBuilder code, Map<String, AnnotationValue> values) {
        code.new_(NOTES).dup();
        code.loadConstant(
                values.get("Doc.value") instanceof AnnotationValue.OfString it
                        ? it.stringValue()
                        : "");
        code.loadConstant(number(values.get("Bounds.min"), Long.MIN_VALUE));
        code.loadConstant(number(values.get("Bounds.max"), Long.MAX_VALUE));
        code.loadConstant(values.containsKey("DialectOnly") ? 1 : 0);
        code.invokespecial(NOTES, ConstantDescs.INIT_NAME, CONSTRUCTOR);
    }

    private static long number(AnnotationValue value, long absent) {
        return value instanceof AnnotationValue.OfLong it ? it.longValue() : absent;
    }

    /// The annotations by their names, and what each sets by both names.
    private static Map<String, AnnotationValue> values(RecordComponentInfo component) {
        Map<String, AnnotationValue> values = new HashMap<>();
        for (Annotation annotation :
                component
                        .findAttribute(Attributes.runtimeVisibleAnnotations())
                        .map(RuntimeVisibleAnnotationsAttribute::annotations)
                        .orElse(List.of())) {
            String type = annotation.className().stringValue();
            if (type.startsWith(ANNOTATIONS)) {
                String name = type.substring(ANNOTATIONS.length(), type.length() - 1);
                values.put(name, AnnotationValue.ofAnnotation(annotation));
                for (AnnotationElement it : annotation.elements()) {
                    values.put(name + "." + it.name().stringValue(), it.value());
                }
            }
        }
        return values;
    }
}
