package dev.crashharness.orchestrator.yaml;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A piece of a YAML file that knows where it stands; a value of a table stands in the line of its key. */
public sealed interface Node {
    /** The file it stands in. */
    Path file();

    /** 1-based. */
    int line();

    /** How an error speaks of it. */
    String kind();

    /** File and line, as messages name them. */
    default String place() {
        return file() + ":" + line();
    }

    /** What is wrong with it; {@code message} is one sentence, without the place. */
    default YamlFileException wrong(String message) {
        return new YamlFileException(file(), line(), message);
    }

    /** A text. */
    record Text(Path file, int line, String text) implements Node {
        @Override
        public String kind() {
            return "a text";
        }
    }

    /** {@code true} or {@code false}. */
    record Flag(Path file, int line, boolean value) implements Node {
        @Override
        public String kind() {
            return "true or false";
        }
    }

    /** A whole number, as it is written. */
    record Whole(Path file, int line, String digits) implements Node {
        @Override
        public String kind() {
            return "a number";
        }
    }

    /** A fraction, or nothing: no file of ours has a place for either. */
    record Other(Path file, int line, String kind) implements Node {}

    /** A list. */
    record Items(Path file, int line, List<Node> items) implements Node {
        @Override
        public String kind() {
            return "a list";
        }
    }

    /** Keys and values, in their order. */
    record Table(Path file, int line, Map<String, Node> fields) implements Node {
        @Override
        public String kind() {
            return "a table of keys and values";
        }
    }
}
