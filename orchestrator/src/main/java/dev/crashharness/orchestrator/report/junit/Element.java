package dev.crashharness.orchestrator.report.junit;

import dev.crashharness.orchestrator.report.text.Visible;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Elements with attributes in pairs of name and value; whatever XML 1.0 forbids in a text is spelled out. */
final class Element {
    private final XMLStreamWriter writer;
    private int depth;

    Element(XMLStreamWriter writer) throws XMLStreamException {
        this.writer = writer;
        writer.writeStartDocument("UTF-8", "1.0");
    }

    void open(String name, String... attributes) throws XMLStreamException {
        writer.writeCharacters("\n" + "  ".repeat(depth));
        writer.writeStartElement(name);
        for (int i = 0; i < attributes.length; i += 2) {
            writer.writeAttribute(attributes[i], Visible.text(attributes[i + 1]));
        }
        depth++;
    }

    void close() throws XMLStreamException {
        depth--;
        writer.writeCharacters("\n" + "  ".repeat(depth));
        writer.writeEndElement();
    }

    /** An element that holds text only. */
    void text(String name, String text, String... attributes) throws XMLStreamException {
        open(name, attributes);
        writer.writeCharacters(text.lines().map(Visible::text).collect(Collectors.joining("\n")));
        depth--;
        writer.writeEndElement();
    }

    void end() throws XMLStreamException {
        writer.writeCharacters("\n");
        writer.writeEndDocument();
        writer.flush();
    }
}
