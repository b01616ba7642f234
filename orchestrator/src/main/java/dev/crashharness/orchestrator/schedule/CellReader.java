package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Word;
import dev.crashharness.publisher.protocol.Contract;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    private static final List<Action> SIMPLE = List.of(Action.KILL, Action.KILL_WORKER, Action.DROP);

    private CellReader() {}

    static Cell read(String text) {
        Cell.checkLength(text);
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new Flaw("no '/' between contract and schedule", "write it as in dedup-query/worker@after_effect");
        }
        String word = text.substring(0, slash);
        Contract contract = Contract.of(word).orElseThrow(() -> Flaw.unknown("contract", word, Contract.ids()));
        String rest = text.substring(slash + 1);
        int mark = rest.indexOf('?');
        List<Fault> faults = schedule(mark < 0 ? rest : rest.substring(0, mark));
        return new Cell(contract, faults, mark < 0 ? Settings.DEFAULTS : settings(rest.substring(mark + 1)));
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
        Actor actor = Word.find("actor", parts.group(1), List.of(Actor.values()), Actor::id);
        int number = optional(parts, 2).map(Fault.NUMBERS::parse).orElse(Fault.YOUNGEST);
        Point point = Word.find("point", parts.group(3), List.of(Point.values()), Point::id);
        int hit = optional(parts, 4).map(Fault.HITS::parse).orElse(1);
        Action action = optional(parts, 5)
                .map(word -> Word.find("action", word, SIMPLE, Action::id))
                .orElse(Action.KILL);
        return new Fault(actor, number, point, hit, action);
    }

    private static Optional<String> optional(Matcher parts, int group) {
        return Optional.ofNullable(parts.group(group));
    }

    private static Settings settings(String text) {
        Settings settings = Settings.DEFAULTS;
        Set<String> seen = new HashSet<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 0) {
                throw new Flaw("setting '" + pair + "' is not key=value", "write it as in lease=2s");
            }
            String key = pair.substring(0, equals);
            settings = Setting.read(settings, key, pair.substring(equals + 1));
            if (!seen.add(key)) {
                throw new Flaw("setting '" + key + "' is given twice", "keep one of the two");
            }
        }
        return settings;
    }
}
