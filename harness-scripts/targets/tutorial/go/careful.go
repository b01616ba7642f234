// Publishes one report over HTTP. Careful: the Idempotency-Key is made once, durable before the first send, and read back
// by whoever is started after a crash. The publisher then answers with the original receipt instead of a second effect.
package main

import (
	"crypto/rand"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func sync(path string) {
	file, err := os.Open(path)
	must(err)
	must(file.Sync())
	must(file.Close())
}

func storedKey() string {
	if _, err := os.Stat("report.key"); os.IsNotExist(err) {
		key := make([]byte, 16)
		rand.Read(key)
		must(os.WriteFile("report.key.new", []byte(fmt.Sprintf("%x", key)), 0o600))
		sync("report.key.new")                          // the content, before it gets its name
		must(os.Rename("report.key.new", "report.key")) // whole, or not there
		sync(".")                                       // the name
	}
	key, err := os.ReadFile("report.key")
	must(err)
	return string(key)
}

func main() {
	request, err := http.NewRequest("POST", os.Getenv("CRASH_HARNESS_PUBLISHER_URL")+"/effects",
		strings.NewReader("the quarterly report"))
	must(err)
	request.Header.Set("Idempotency-Key", storedKey())
	client := http.Client{Timeout: 10 * time.Second}
	at("before_send")
	response, err := client.Do(request)
	must(err)
	receipt, err := io.ReadAll(response.Body)
	must(err)
	if response.StatusCode >= 300 {
		log.Fatal(response.Status, " ", string(receipt))
	}
	at("after_effect")
	fmt.Println(string(receipt))
}
