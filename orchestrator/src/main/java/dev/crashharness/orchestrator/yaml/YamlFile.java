package dev.crashharness.orchestrator.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads one YAML file, token by token so that each piece keeps its line. Of YAML only texts, whole numbers, {@code true}
 * and {@code false}, lists and tables: no tags (nothing is ever made of a class that a file names), no anchors and aliases
 * (nothing grows while it is read), no key twice, one document, at most 1 MiB of UTF-8.
 */
public final class YamlFile {
    private static final int MOST_BYTES = 1 << 20;

    private static final YAMLFactory YAML = YAMLFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Path file;
    private final String what;
    private final YAMLParser parser;

    private YamlFile(Path file, String what, YAMLParser parser) {
        this.file = file;
        this.what = what;
        this.parser = parser;
    }

    /**
     * The whole file.
     *
     * @param what an error says the file should have been: {@code a matrix}, {@code a target}
     * @throws YamlFileException when it is no such YAML
     */
    public static Node read(Path file, String what) throws IOException {
        return parse(file, what, text(file));
    }

    /**
     * The same of a {@link #text} that was read before.
     *
     * @throws YamlFileException when it is no such YAML
     */
    public static Node parse(Path file, String what, String text) throws IOException {
        try (YAMLParser parser = YAML.createParser(text)) {
            return new YamlFile(file, what, parser).document();
        } catch (JsonProcessingException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw new YamlFileException(
                    file, line, "this is not the YAML of " + what + " (" + problem(e.getOriginalMessage()) + ")");
        }
    }

    /** Without the indented lines, which show the place. */
    private static String problem(String message) {
        return message.lines().filter(line -> !line.startsWith(" ")).collect(Collectors.joining(": "));
    }

    /**
     * The text of {@code file}.
     *
     * @throws YamlFileException when it is too large, or no UTF-8
     */
    public static String text(Path file) throws IOException {
        long bytes = Files.size(file);
        if (bytes > MOST_BYTES) {
            throw new YamlFileException(
                    file + " has " + bytes + " bytes, expected at most " + MOST_BYTES + "; make it smaller");
        }
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new YamlFileException(file + " is not UTF-8; save it as UTF-8");
        }
    }

    private Node document() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new YamlFileException(file, 1, "the file is empty; " + what + " has at least a name");
        }
        Node root = node(first, line());
        if (parser.nextToken() != null) {
            throw new YamlFileException(file, line(), "a second document begins; keep one document per file");
        }
        return root;
    }

    private Node node(JsonToken token, int line) throws IOException {
        refuseReferences(line);
        return switch (token) {
            case START_OBJECT -> table(line);
            case START_ARRAY -> items(line);
            case VALUE_STRING -> new Node.Text(file, line, parser.getText());
            case VALUE_TRUE -> new Node.Flag(file, line, true);
            case VALUE_FALSE -> new Node.Flag(file, line, false);
            case VALUE_NUMBER_INT -> new Node.Whole(file, line, parser.getText());
            case VALUE_NULL -> new Node.Other(file, line, "nothing");
            default -> new Node.Other(file, line, "a number");
        };
    }

    private Node items(int line) throws IOException {
        List<Node> items = new ArrayList<>();
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            items.add(node(token, line()));
        }
        return new Node.Items(file, line, items);
    }

    private Node table(int line) throws IOException {
        Map<String, Node> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String key = parser.currentName();
            int keyLine = line();
            fields.put(key, node(parser.nextToken(), keyLine));
        }
        return new Node.Table(file, line, fields);
    }

    /** An alias would otherwise be read as a text, namely its own name. */
    private void refuseReferences(int line) throws IOException {
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            throw new YamlFileException(file, line, "anchors and aliases are not read; write the text twice");
        }
        if (parser.getTypeId() != null) {
            throw new YamlFileException(file, line, "tags are not read; leave out !" + parser.getTypeId());
        }
    }

    private int line() {
        return parser.currentTokenLocation().getLineNr();
    }
}
