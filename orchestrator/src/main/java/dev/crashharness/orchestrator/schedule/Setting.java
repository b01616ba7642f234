package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.Settings.Draft;
import dev.crashharness.orchestrator.schedule.person.Resolution;
import dev.crashharness.orchestrator.schedule.text.Ahead;
import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Percent;
import dev.crashharness.orchestrator.schedule.text.Word;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The spelling of each setting of a cell id: its word, how a value is read, how it is printed. A new setting is a
 * component of {@link Settings} with its field in {@link Draft}, and a line here; the lines stand in alphabetical order,
 * which is the order of printing.
 */
@SuppressWarnings("ImmutableEnumChecker") // its functions keep no state
enum Setting {
    AGAIN("again", (draft, text) -> draft.again = Settings.AGAIN.parse(text), Settings::again, String::valueOf),
    APPROVE(
            "approve",
            (draft, text) -> draft.approve = Settings.APPROVE.parse(text),
            Settings::approve,
            String::valueOf),
    CANCEL(
            "cancel",
            (draft, text) -> draft.refusesCancel = refused(text),
            Settings::refusesCancel,
            refuses -> Settings.REFUSED),
    EXPIRY("expiry", (draft, text) -> draft.expiry = expiry(text), Settings::expiry, Expiry::id),
    GAP("gap", (draft, text) -> draft.gap = DurationText.parse(text), Settings::gap, DurationText::print),
    LEASE("lease", (draft, text) -> draft.lease = DurationText.parse(text), Settings::lease, DurationText::print),
    NAME("name", (draft, worker, text) -> draft.names.put(worker, text), Settings::names),
    PAYLOAD(
            "payload",
            (draft, worker, text) -> draft.payloads.put(worker, Percent.decode(text)),
            settings -> printed(settings.payloads(), Percent::encode)),
    PROBE("probe", (draft, text) -> draft.probe = probe(text), Settings::probe, probe -> Settings.CONFLICT),
    RESOLVE(
            "resolve",
            (draft, text) -> draft.resolve = Optional.of(resolution(text)),
            Settings::resolve,
            resolve -> resolve.orElseThrow().id()),
    SKEW(
            "skew",
            (draft, worker, text) -> draft.skews.put(worker, Ahead.parse(text)),
            settings -> printed(settings.skews(), Ahead::print)),
    STORE("store", (draft, text) -> draft.store = journal(text), Settings::store, Journal::id),
    SUBMIT("submit", (draft, text) -> draft.submit = Settings.SUBMIT.parse(text), Settings::submit, String::valueOf),
    TIMEOUT(
            "timeout",
            (draft, text) -> draft.timeout = Optional.of(DurationText.parse(text)),
            Settings::timeout,
            timeout -> DurationText.print(timeout.orElseThrow())),
    WORKERS(
            "workers",
            (draft, text) -> draft.workers = Settings.WORKERS.parse(text),
            Settings::workers,
            String::valueOf);

    private final String word;
    private final boolean perWorker;
    private final Reader reader;

    /** What differs from the defaults, by worker's number, or under 0 where the setting has none. */
    private final Function<Settings, Map<Integer, String>> values;

    /** Puts one value into a draft; {@code worker} is 0 where the setting has no worker's number. */
    private interface Reader {
        void read(Draft draft, int worker, String text);
    }

    /** A setting of each worker: {@code name.2=...}. */
    Setting(String word, Reader reader, Function<Settings, Map<Integer, String>> values) {
        this.word = word;
        this.perWorker = true;
        this.reader = reader;
        this.values = values;
    }

    /** A setting of the cell, printed when {@code value} is not the default. */
    <T> Setting(String word, BiConsumer<Draft, String> reader, Function<Settings, T> value, Function<T, String> print) {
        this.word = word;
        this.perWorker = false;
        this.reader = (draft, none, text) -> reader.accept(draft, text);
        this.values = settings -> Optional.of(value.apply(settings))
                .filter(given -> !given.equals(value.apply(Settings.DEFAULTS)))
                .map(given -> Map.of(0, print.apply(given)))
                .orElse(Map.of());
    }

    /** Reads {@code key} and {@code text} into {@code draft}. */
    static void read(Draft draft, String key, String text) {
        int dot = key.indexOf('.');
        String word = dot < 0 ? key : key.substring(0, dot);
        Setting setting = Word.find("setting", word, List.of(values()), found -> found.word);
        if (setting.perWorker != dot >= 0) {
            throw new Flaw("setting '" + key + "' is not spelled like one", "write " + setting.form());
        }
        int worker = setting.perWorker ? Settings.NUMBERED.parse(key.substring(dot + 1)) : 0;
        setting.reader.read(draft, worker, text);
    }

    /** Each {@code key=value} that differs from the defaults, by word, then by worker's number. */
    static List<String> print(Settings settings) {
        return Stream.of(values())
                .flatMap(setting -> setting.values.apply(settings).entrySet().stream()
                        .map(entry -> setting.key(entry.getKey()) + "=" + entry.getValue()))
                .toList();
    }

    private String key(int worker) {
        return perWorker ? word + "." + worker : word;
    }

    private String form() {
        return perWorker ? word + ".N=..., with N the worker's number" : word + "=...";
    }

    private static Expiry expiry(String text) {
        return Word.find("expiry", text, List.of(Expiry.values()), Expiry::id);
    }

    private static Journal journal(String text) {
        return Word.find("store", text, List.of(Journal.values()), Journal::id);
    }

    private static Resolution resolution(String text) {
        return Word.find("resolution", text, List.of(Resolution.values()), Resolution::id);
    }

    private static boolean refused(String text) {
        return Word.find("answer to a cancel", text, List.of(Settings.REFUSED), word -> word)
                .equals(Settings.REFUSED);
    }

    private static boolean probe(String text) {
        return Word.find("probe", text, List.of(Settings.CONFLICT), word -> word)
                .equals(Settings.CONFLICT);
    }

    private static <T> Map<Integer, String> printed(Map<Integer, T> values, Function<T, String> print) {
        return values.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> print.apply(entry.getValue()), (one, other) -> one, TreeMap::new));
    }
}
