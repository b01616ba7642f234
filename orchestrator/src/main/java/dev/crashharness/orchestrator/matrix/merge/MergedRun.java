package dev.crashharness.orchestrator.matrix.merge;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crashharness.orchestrator.evidence.Json;
import dev.crashharness.orchestrator.judge.check.Verdict;
import dev.crashharness.orchestrator.matrix.Directories;
import dev.crashharness.orchestrator.matrix.RunDirectory;
import dev.crashharness.orchestrator.matrix.merge.Merge.Chosen;
import dev.crashharness.orchestrator.matrix.past.PastRun;
import dev.crashharness.orchestrator.matrix.past.PastRun.Place;
import dev.crashharness.orchestrator.matrix.past.RunIdentity;
import dev.crashharness.orchestrator.matrix.plan.PlannedCell;
import dev.crashharness.orchestrator.matrix.shard.Portion;
import dev.crashharness.orchestrator.report.VerdictRecord;
import dev.crashharness.orchestrator.report.VerdictRecord.NotRun;
import dev.crashharness.orchestrator.report.files.ReportFiles;
import dev.crashharness.orchestrator.report.run.SavedRun;
import dev.crashharness.orchestrator.report.run.TestedTarget;
import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.target.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A run directory made of others. It holds no moment and no machine of its own, so that joining the same runs again comes to
 * the same files.
 *
 * @param verdicts in the order of the plan; NOT_RUN where no run has a result
 */
public record MergedRun(Merge merge, List<VerdictRecord> verdicts) {
    private static final List<String> FROM = List.of("run", "shard", "started_at", "jobs", "java", "sqlite");
    private static final List<String> SHARED = Stream.concat(
                    TestedTarget.NAMES.stream(), Stream.of("matrix", "harness", "repeat", "dry_kill", "seed"))
            .toList();

    /** Fills the places for which {@code merge} has nothing. */
    public static MergedRun of(Merge merge) {
        return new MergedRun(
                merge,
                merge.places().stream().map(place -> verdict(merge, place)).toList());
    }

    private static VerdictRecord verdict(Merge merge, Place place) {
        Chosen chosen = merge.chosen().get(place.dir());
        if (chosen != null) {
            return chosen.verdict();
        }
        NotRun why = new NotRun(PastRun.MISSING, "none of the runs that were merged has a result for it");
        RunIdentity identity = merge.runs().get(0).identity();
        return VerdictRecord.notRun(
                place.cell(),
                PlannedCell.of(place.cell(), identity.documented()).expected(),
                why,
                "crash-harness reproduce '" + place.cell().print() + "'" + Target.option(identity.target()),
                place.dir());
    }

    /**
     * Writes it to {@code out}, which is new or empty, and appears there only when it is whole.
     *
     * @return false when {@code out} holds this very merge already
     * @throws IllegalArgumentException when it holds anything else, which is left as it is
     */
    public boolean write(Path out) throws IOException {
        Map<String, String> files = files();
        Path directory = out.toAbsolutePath().normalize();
        if (Files.exists(directory) && !isEmpty(directory)) {
            requireSame(directory, files);
            addReports(directory);
            return false;
        }
        Files.createDirectories(directory.getParent());
        deleteLeftBehind(directory);
        Path fresh = directory.resolveSibling(
                "." + directory.getFileName() + "-" + ProcessHandle.current().pid());
        Directories.delete(fresh);
        RunDirectory run = RunDirectory.make(fresh);
        for (Chosen each : merge.chosen().values()) {
            takeOver(each, run);
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(fresh.resolve(file.getKey()), file.getValue());
        }
        Files.deleteIfExists(directory);
        Files.move(fresh, directory);
        // In its own place, for a report names the directory of its run.
        ReportFiles.write(SavedRun.open(directory), directory);
        return true;
    }

    /** A merge that was killed after its rename has none, and what it has made is never made again. */
    private static void addReports(Path directory) throws IOException {
        if (!ReportFiles.NAMES.stream().allMatch(name -> Files.isRegularFile(directory.resolve(name)))) {
            ReportFiles.write(SavedRun.open(directory), directory);
        }
    }

    /** Those that were killed before their rename, as far as they can be told from what somebody else has put there. */
    private static void deleteLeftBehind(Path directory) throws IOException {
        Pattern name = Pattern.compile(Pattern.quote("." + directory.getFileName() + "-") + "(\\d{1,10})");
        List<Path> beside;
        try (Stream<Path> all = Files.list(directory.getParent())) {
            beside = all.toList();
        }
        for (Path each : beside) {
            Matcher ours = name.matcher(each.getFileName().toString());
            if (ours.matches()
                    && Files.isDirectory(each.resolve("cells"))
                    && ProcessHandle.of(Long.parseLong(ours.group(1))).isEmpty()) {
                Directories.delete(each);
            }
        }
    }

    private static void takeOver(Chosen chosen, RunDirectory into) throws IOException {
        if (chosen.verdict().verdict() != Verdict.NOT_RUN) {
            into.takeOver(chosen.run().path(), chosen.verdict());
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException(directory + " is no directory; choose another --out");
        }
        try (var children = Files.list(directory)) {
            return children.findAny().isEmpty();
        }
    }

    private static void requireSame(Path directory, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path there = directory.resolve(file.getKey());
            if (!Files.isRegularFile(there) || !Files.readString(there).equals(file.getValue())) {
                throw new IllegalArgumentException(
                        directory
                                + " holds something else than this merge, and nothing is ever overwritten; choose another --out");
            }
        }
    }

    private Map<String, String> files() throws IOException {
        List<Cell> matrix = merge.runs().get(0).matrix();
        List<String> plan = new ArrayList<>();
        for (Cell cell : matrix) {
            plan.add(Json.MAPPER.writeValueAsString(
                    PlannedCell.of(cell, merge.runs().get(0).identity().documented())
                            .line()));
        }
        List<String> log = new ArrayList<>();
        for (VerdictRecord verdict : verdicts) {
            log.add(Json.MAPPER.writeValueAsString(verdict));
        }
        RunDirectory names = new RunDirectory(Path.of(""));
        Map<String, String> files = new LinkedHashMap<>();
        files.put(
                names.matrix().toString(),
                text(Portion.yaml(merge.runs().get(0).identity().matrix(), matrix)));
        files.put(names.plan().toString(), text(plan));
        files.put(names.verdicts().toString(), text(log));
        files.put(
                names.run().toString(),
                Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(run()) + "\n");
        return files;
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines) + "\n";
    }

    private ObjectNode run() {
        JsonNode first = merge.runs().get(0).identity().all();
        Map<String, ObjectNode> sources = sources();
        ObjectNode run = Json.MAPPER.createObjectNode();
        run.put("v", 1);
        run.put("run", "merged-" + hash(String.join(" ", sources.keySet())));
        run.put(
                "started_at",
                sources.values().stream()
                        .map(source -> source.path("started_at").asText(""))
                        .min(Comparator.naturalOrder())
                        .orElse(""));
        run.put("cells", verdicts.size());
        SHARED.stream().filter(first::has).forEach(name -> run.set(name, first.get(name)));
        ArrayNode from = run.putArray("merged_from");
        sources.values().forEach(from::add);
        return run;
    }

    /** By id; of a run that was merged itself, what it was made of. */
    private Map<String, ObjectNode> sources() {
        Map<String, ObjectNode> sources = new TreeMap<>();
        for (PastRun run : merge.runs()) {
            JsonNode all = run.identity().all();
            Iterable<JsonNode> parts = all.has("merged_from") ? all.get("merged_from") : List.of(all);
            for (JsonNode part : parts) {
                ObjectNode source = Json.MAPPER.createObjectNode();
                FROM.stream().filter(part::has).forEach(name -> source.set(name, part.get(name)));
                sources.putIfAbsent(part.path("run").asText(""), source);
            }
        }
        return sources;
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, 12);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
