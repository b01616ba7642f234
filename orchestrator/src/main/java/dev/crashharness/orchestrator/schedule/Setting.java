package dev.crashharness.orchestrator.schedule;

import dev.crashharness.orchestrator.schedule.text.DurationText;
import dev.crashharness.orchestrator.schedule.text.Flaw;
import dev.crashharness.orchestrator.schedule.text.Word;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The spelling of each setting of a cell id. A new setting is a component of {@link Settings} and a constant here; the
 * constants stand in alphabetical order, which is the order of printing.
 */
enum Setting {
    AGAIN("again", false) {
        @Override
        Settings read(Settings before, int number, String value) {
            return new Settings(before.lease(), before.expiry(), before.names(), Settings.AGAIN.parse(value));
        }

        @Override
        Map<Integer, String> values(Settings settings) {
            return settings.again() == 0 ? Map.of() : Map.of(0, Integer.toString(settings.again()));
        }
    },
    EXPIRY("expiry", false) {
        @Override
        Settings read(Settings before, int number, String value) {
            return new Settings(
                    before.lease(),
                    Word.find("expiry", value, List.of(Expiry.values()), Expiry::id),
                    before.names(),
                    before.again());
        }

        @Override
        Map<Integer, String> values(Settings settings) {
            return settings.expiry() == Expiry.SKEW
                    ? Map.of()
                    : Map.of(0, settings.expiry().id());
        }
    },
    LEASE("lease", false) {
        @Override
        Settings read(Settings before, int number, String value) {
            return new Settings(DurationText.parse(value), before.expiry(), before.names(), before.again());
        }

        @Override
        Map<Integer, String> values(Settings settings) {
            Duration lease = settings.lease();
            return lease.equals(Settings.DEFAULT_LEASE) ? Map.of() : Map.of(0, DurationText.print(lease));
        }
    },
    NAME("name", true) {
        @Override
        Settings read(Settings before, int number, String value) {
            java.util.TreeMap<Integer, String> more = new java.util.TreeMap<>(before.names());
            more.put(number, value);
            return new Settings(before.lease(), before.expiry(), more, before.again());
        }

        @Override
        Map<Integer, String> values(Settings settings) {
            return settings.names();
        }
    };

    private final String word;
    private final boolean perWorker;

    Setting(String word, boolean perWorker) {
        this.word = word;
        this.perWorker = perWorker;
    }

    /** Adds one value; {@code number} is the worker's, or 0 where the setting has none. */
    abstract Settings read(Settings before, int number, String value);

    /** What differs from the defaults, by worker's number, or under 0 where the setting has none. */
    abstract Map<Integer, String> values(Settings settings);

    /** Reads {@code key} and {@code value} into {@code before}. */
    static Settings read(Settings before, String key, String value) {
        int dot = key.indexOf('.');
        String word = dot < 0 ? key : key.substring(0, dot);
        Setting setting = Word.find("setting", word, List.of(values()), found -> found.word);
        if (setting.perWorker != dot >= 0) {
            throw new Flaw("setting '" + key + "' is not spelled like one", "write " + setting.form());
        }
        int number = setting.perWorker ? Settings.NAMED.parse(key.substring(dot + 1)) : 0;
        return setting.read(before, number, value);
    }

    /** Each {@code key=value} that differs from the defaults, by word, then by worker's number. */
    static List<String> print(Settings settings) {
        return Stream.of(values())
                .flatMap(setting -> setting.values(settings).entrySet().stream()
                        .map(entry -> setting.key(entry.getKey()) + "=" + entry.getValue()))
                .toList();
    }

    private String key(int number) {
        return perWorker ? word + "." + number : word;
    }

    private String form() {
        return perWorker ? word + ".N=..., with N the worker's number" : word + "=...";
    }
}
