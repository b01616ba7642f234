// Publishes one report over HTTP. Naive: each process makes an Idempotency-Key of its own.
//
// Killed after the publisher has committed and before anybody has saved that, it is started again, makes another key, and
// the report is published twice: the publisher cannot know that it is the same one.
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

func main() {
	key := make([]byte, 16)
	rand.Read(key)
	request, _ := http.NewRequest("POST", os.Getenv("CRASH_HARNESS_PUBLISHER_URL")+"/effects",
		strings.NewReader("the quarterly report"))
	request.Header.Set("Idempotency-Key", fmt.Sprintf("%x", key))
	client := http.Client{Timeout: 10 * time.Second}
	at("before_send")
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	receipt, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		log.Fatal(response.Status, " ", string(receipt), err)
	}
	at("after_effect")
	fmt.Println(string(receipt))
}
