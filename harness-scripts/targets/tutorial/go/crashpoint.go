package main

import (
	"fmt"
	"net"
	"os"
)

var harness, n = net.Conn(nil), 0

func at(point string) { // at("before_send")
	env := func(name string) string { return os.Getenv("CRASH_HARNESS_" + name) }
	if env("CONTROL") == "" {
		return
	} else if n++; n == 1 {
		harness, _ = net.Dial("tcp", env("CONTROL"))
		fmt.Fprintln(harness, "hello 1", env("TOKEN"), env("ROLE"), env("INSTANCE"), os.Getpid())
		fmt.Fscanln(harness, new(string))
	}
	fmt.Fprintln(harness, "at", n, point)
	if _, err := fmt.Fscanf(harness, "go %d\n", new(int)); err != nil {
		os.Exit(1)
	}
}
