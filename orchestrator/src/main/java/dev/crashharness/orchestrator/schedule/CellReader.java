package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Span;
import dev.crashharness.orchestrator.schedule.text.Word;
import dev.crashharness.publisher.protocol.Contract;
import dev.crashharness.publisher.protocol.Contract.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code contract/schedule?settings}. Each part that is wrong throws a {@link Flaw}; {@link Cell#parse} names the
 * cell.
 */
final class CellReader {
    static final String NO_FAULT = "none";

    /** Each part is cut loosely, so that the error can name the part and not only the fault. */
    private static final Pattern FAULT = Pattern.compile("([^.@#=]*)(?:\\.([^@#=]*))?@([^#=]*)(?:#([^=]*))?(?:=(.*))?");

    private static final Span WINDOW = new Span("window", Duration.ofDays(1));

    private CellReader() {}

    static Cell read(String text) {
        Cell.checkLength(text);
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new Flaw("no '/' between contract and schedule", "write it as in dedup-query/worker@after_effect");
        }
        Contract contract = contract(text.substring(0, slash));
        String rest = text.substring(slash + 1);
        int mark = rest.indexOf('?');
        List<Fault> faults = schedule(mark < 0 ? rest : rest.substring(0, mark));
        return new Cell(contract, faults, mark < 0 ? Settings.DEFAULTS : Settings.parse(rest.substring(mark + 1)));
    }

    /** By its parts, so that an error names the window and not only the contract. */
    private static Contract contract(String text) {
        int colon = text.indexOf(':');
        String word = colon < 0 ? text : text.substring(0, colon);
        Kind kind = Word.find("contract", word, List.of(Kind.values()), Kind::id);
        if ((kind == Kind.DEDUP_WINDOW) != colon >= 0) {
            throw new Flaw(
                    "contract '" + text + "' is not spelled like one",
                    "write it as " + kind.id() + (colon < 0 ? ":24h" : ""));
        }
        return colon < 0
                ? Contract.of(word).orElseThrow()
                : Contract.dedupWindow(WINDOW.parse(text.substring(colon + 1)));
    }

    private static List<Fault> schedule(String text) {
        if (text.equals(NO_FAULT)) {
            return List.of();
        }
        return Arrays.stream(text.split(",", -1)).map(CellReader::fault).toList();
    }

    private static Fault fault(String text) {
        Matcher parts = FAULT.matcher(text);
        if (!parts.matches()) {
            throw new Flaw(
                    "fault '" + text + "' is not actor@point",
                    "write it as in worker@after_effect, or " + NO_FAULT + " alone for no fault");
        }
        Actor actor = Actor.of(parts.group(1));
        int number = optional(parts, 2).map(Fault.NUMBERS::parse).orElse(Fault.YOUNGEST);
        Point point = Point.named(parts.group(3));
        int hit = optional(parts, 4).map(Fault.HITS::parse).orElse(1);
        Action action = optional(parts, 5).map(Action::parse).orElse(Action.KILL);
        return new Fault(actor, number, point, hit, action);
    }

    private static Optional<String> optional(Matcher parts, int group) {
        return Optional.ofNullable(parts.group(group));
    }
}
