package dev.crashharness.orchestrator.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassArchiveTest {
    @TempDir
    private Path home;

    private Installation installation;
    private Path jar;

    @BeforeEach
    void buildAModule() throws IOException {
        Files.createDirectories(home.resolve("orchestrator/target"));
        Files.createDirectories(home.resolve("worker/target/lib"));
        Path jdk = Files.createDirectories(home.resolve("jdk/bin"));
        Files.createDirectories(home.resolve("jdk/lib"));
        Files.writeString(home.resolve("jdk/lib/classlist"), "# comment\njava/lang/Object\n@lambda-proxy x\n");
        installation = new Installation(home, jdk.resolve("java"));
        jar = home.resolve("worker/target/worker.jar");
        write(jar, "a/B.class", "META-INF/versions/9/a/C.class", "module-info.class", "a/B.txt");
        write(home.resolve("worker/target/lib/z.jar"), "z/Z.class");
    }

    @Test
    void itHoldsTheClassesOfTheJdkAndOfAllItsJars() throws IOException {
        assertThat(ClassArchive.of(installation, "worker").classNames())
                .containsExactly("java/lang/Object", "a/B", "z/Z");
    }

    @Test
    void aRebuiltJarOfTheSameSizeAndTimeHasAnotherArchive() throws IOException {
        Path before = ClassArchive.of(installation, "worker").file();
        byte[] bytes = Files.readAllBytes(jar);
        FileTime time = Files.getLastModifiedTime(jar);
        bytes[bytes.length - 1] ^= 1;
        Files.write(jar, bytes);
        Files.setLastModifiedTime(jar, time);

        assertThat(ClassArchive.of(installation, "worker").file()).isNotEqualTo(before);
    }

    @Test
    void aChildIsToldOfAnArchiveOnlyWhenItIsThere() throws IOException {
        ClassArchive archive = ClassArchive.of(installation, "worker");
        assertThat(archive.jvmOptions()).isEmpty();

        Files.writeString(archive.file(), "made");

        assertThat(archive.jvmOptions()).containsExactly("-XX:SharedArchiveFile=" + archive.file(), "-Xshare:auto");
    }

    @Test
    void olderOnesOfTheSameModuleAreTheNewestFirst() throws IOException {
        ClassArchive archive = ClassArchive.of(installation, "worker");
        Files.writeString(archive.file(), "made");
        Path old = aged("classes-worker-1.jsa", 1000);
        Path newer = aged("classes-worker-2.jsa", 2000);
        aged("classes-publisher-3.jsa", 3000);

        assertThat(archive.older()).containsExactly(newer, old);
    }

    private Path aged(String name, long time) throws IOException {
        Path file = Files.writeString(home.resolve("orchestrator/target").resolve(name), "made");
        return Files.setLastModifiedTime(file, FileTime.fromMillis(time));
    }

    private static void write(Path file, String... names) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                out.putNextEntry(new JarEntry(name));
                out.closeEntry();
            }
        }
    }
}
