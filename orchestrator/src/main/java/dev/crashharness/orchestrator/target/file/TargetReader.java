package dev.crashharness.orchestrator.target.file;

import dev.crashharness.orchestrator.schedule.Actor;
import dev.crashharness.orchestrator.schedule.Point;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Word;
import dev.crashharness.orchestrator.target.Framing;
import dev.crashharness.orchestrator.target.Link;
import dev.crashharness.orchestrator.target.Link.Readiness;
import dev.crashharness.orchestrator.target.Programs;
import dev.crashharness.orchestrator.target.Scope;
import dev.crashharness.orchestrator.target.Syscalls;
import dev.crashharness.orchestrator.target.Target;
import dev.crashharness.orchestrator.target.Targets;
import dev.crashharness.orchestrator.target.own.Criteria;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import dev.crashharness.orchestrator.yaml.YamlFile;
import dev.crashharness.publisher.protocol.Contract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads one target file. */
final class TargetReader {
    private static final List<String> KEYS = List.of(
            "name",
            "description",
            "worker",
            "publisher",
            "wire",
            "environment",
            "schema",
            "contracts",
            "points",
            "sys",
            "checks",
            "done",
            "timeouts",
            "setup",
            "expect");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
    private static final String DOCUMENTED = "documented";
    private static final List<String> SCHEMAS = List.of(DOCUMENTED, "own");

    private final Path file;
    private final Targets targets;
    private final Fields fields;
    private final String sha256;

    TargetReader(Path file, Targets targets) throws IOException {
        this.file = file;
        this.targets = targets;
        String text = YamlFile.text(file);
        this.sha256 = sha256(text);
        this.fields = new Fields(YamlFile.parse(file, "a target", text), KEYS);
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    Target target() {
        checkName();
        boolean documented = word("schema", SCHEMAS, DOCUMENTED).equals(DOCUMENTED);
        Framing framing = fields.text("wire")
                .map(text -> find("wire", text, List.of(Framing.values()), Framing::id))
                .orElse(Framing.LINES);
        ProgramsReader reader = new ProgramsReader(fields, file, targets);
        Programs programs = reader.programs(documented, sha256);
        Readiness readiness = reader.readiness();
        Criteria criteria = new CriteriaReader(fields, reader.argv()).criteria(documented);
        if (documented && framing != Framing.LINES) {
            throw fields.value("wire")
                    .orElseThrow()
                    .wrong(
                            "the documented schema is judged by the line protocol of the bundled publisher, so write wire:"
                                    + " lines, or schema: own");
        }
        Link link = new Link(framing, readiness, reader.bundledPublisher());
        Scope scope = scope(documented, programs, reader);
        return new Target(file.toString(), programs, link, scope, criteria);
    }

    private void checkName() {
        Node.Text name = fields.text("name")
                .orElseThrow(() -> fields.node().wrong("the target has no name; write for example name: mine"));
        if (!NAME.matcher(name.text()).matches()) {
            throw name.wrong("'" + name.text() + "' is no name of a target; expected a-z 0-9 _ -, at most 64 of them");
        }
    }

    private Scope scope(boolean documented, Programs programs, ProgramsReader reader) {
        Syscalls sys = new SysReader(fields, reader.argv()).read(documented);
        Set<Contract.Kind> contracts = fields.distinctTexts("contracts").stream()
                .map(text -> find("contract", text, List.of(Contract.Kind.values()), Contract.Kind::id))
                .collect(Collectors.toSet());
        Set<Point> points =
                new HashSet<>(fields.has("points") ? points() : documented ? Point.documented() : List.of());
        if (reader.bundledPublisher()) {
            points.addAll(Point.of(Actor.PUBLISHER));
        }
        if (documented) {
            fields.texts("points").stream()
                    .filter(text -> Point.named(text.text()).isOwn())
                    .findFirst()
                    .ifPresent(text -> {
                        throw text.wrong("the model of the documented schema knows no point " + text.text()
                                + "; leave it out, or write schema: own");
                    });
        }
        boolean people = documented && programs.worker().keySet().containsAll(List.of("approve", "resolve"));
        return new Scope(contracts.isEmpty() ? Set.of(Contract.Kind.values()) : contracts, points, people, sys);
    }

    private Set<Point> points() {
        return fields.distinctTexts("points").stream()
                .map(text -> {
                    try {
                        return announced(Point.named(text.text()), text);
                    } catch (Flaw flaw) {
                        throw text.wrong(flaw.getMessage());
                    }
                })
                .collect(Collectors.toSet());
    }

    private static Point announced(Point point, Node.Text text) {
        if (point.isSys()) {
            throw text.wrong("nobody announces a system call; name calls and files under sys, not in points");
        }
        return point;
    }

    private String word(String key, List<String> words, String usual) {
        return fields.text(key)
                .map(text -> find(key, text, words, word -> word))
                .orElse(usual);
    }

    static <T> T find(String kind, Node.Text text, List<T> all, Function<T, String> spelling) {
        try {
            return Word.find(kind, text.text(), all, spelling);
        } catch (Flaw flaw) {
            throw text.wrong(flaw.getMessage());
        }
    }
}
