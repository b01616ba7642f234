package dev.crashharness.orchestrator.matrix.file;

import dev.crashharness.orchestrator.schedule.Cell;
import dev.crashharness.orchestrator.yaml.Fields;
import dev.crashharness.orchestrator.yaml.Node;
import dev.crashharness.orchestrator.yaml.YamlFile;
import dev.crashharness.orchestrator.yaml.YamlFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads matrix files with what they include; each file once, however often it is included. */
final class MatrixReader {
    private static final List<String> KEYS = List.of("name", "description", "include", "cells");
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");

    private final MatrixLibrary library;
    private final Map<Path, MatrixFile> done = new HashMap<>();
    private final Set<Path> open = new LinkedHashSet<>();

    MatrixReader(MatrixLibrary library) {
        this.library = library;
    }

    MatrixFile read(Path file) throws IOException {
        Path real = file.toRealPath();
        if (!done.containsKey(real)) {
            open.add(real);
            done.put(real, matrix(file));
            open.remove(real);
        }
        return done.get(real);
    }

    static List<String> ids(Path file) throws IOException {
        Fields fields = new Fields(YamlFile.read(file, "a matrix"), KEYS);
        List<String> ids = fields.items("cells").stream()
                .flatMap(entry -> EntryReader.ids(entry).stream())
                .toList();
        if (ids.isEmpty()) {
            throw fields.node().wrong("the file names no cell by its whole id, so it is no census; write - cell: ID");
        }
        return ids;
    }

    private MatrixFile matrix(Path file) throws IOException {
        Fields fields = new Fields(YamlFile.read(file, "a matrix"), KEYS);
        String name = name(fields);
        String description =
                fields.text("description").map(text -> text.text().strip()).orElse("");
        Map<Cell, Candidate> cells = new LinkedHashMap<>();
        Set<Sample> samples = new LinkedHashSet<>();
        Set<Combination> combinations = new LinkedHashSet<>();
        for (Node.Text reference : fields.texts("include")) {
            MatrixFile included = included(reference);
            included.cells().forEach(cell -> cells.merge(cell.cell(), cell, Candidate::or));
            samples.addAll(included.samples());
            combinations.addAll(included.combinations());
            checkSize(reference, cells, samples);
        }
        for (Node node : fields.items("cells")) {
            EntryReader entry = EntryReader.of(node);
            entry.cells().forEach(cell -> cells.merge(cell.cell(), cell, Candidate::or));
            entry.sample().ifPresent(samples::add);
            combinations.addAll(entry.combinations());
            checkSize(node, cells, samples);
        }
        if (cells.isEmpty() && samples.isEmpty()) {
            throw fields.node().wrong("the matrix " + name + " has no cells; give it cells or include another matrix");
        }
        return new MatrixFile(
                name, description, List.copyOf(cells.values()), List.copyOf(samples), List.copyOf(combinations));
    }

    private static String name(Fields fields) {
        Node.Text name = fields.text("name")
                .orElseThrow(() -> fields.node().wrong("the matrix has no name; write for example name: mine"));
        if (!NAME.matcher(name.text()).matches()) {
            throw name.wrong("'" + name.text() + "' is no name of a matrix; expected a-z 0-9 _ -, at most 64 of them");
        }
        return name.text();
    }

    private MatrixFile included(Node.Text reference) throws IOException {
        Path here = reference.file().toAbsolutePath().getParent();
        Path file;
        try {
            file = library.find(reference.text(), here);
        } catch (YamlFileException e) {
            throw reference.wrong(e.getMessage());
        }
        if (open.contains(file.toRealPath())) {
            String circle = open.stream().map(Path::toString).collect(Collectors.joining(" -> "));
            throw reference.wrong("matrices include each other in a circle (" + circle + " -> " + file.toRealPath()
                    + "); leave out one include");
        }
        return read(file);
    }

    private static void checkSize(Node place, Map<Cell, Candidate> cells, Set<Sample> samples) {
        long count = cells.size() + samples.stream().mapToLong(Sample::count).sum();
        if (count > SchedulePattern.MOST_CELLS) {
            throw place.wrong("the matrix has " + count + " cells by here, expected at most "
                    + SchedulePattern.MOST_CELLS + "; split it");
        }
    }
}
