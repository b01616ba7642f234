#!/usr/bin/env bash
# Publishes one report over HTTP. Careful: the Idempotency-Key is made once, durable before the first send, and read back by
# whoever is started after a crash. The publisher then answers with the original receipt instead of a second effect.
set -e
source "${BASH_SOURCE%/*}/crashpoint.bash"

if [ ! -e report.key ]; then
  cat /proc/sys/kernel/random/uuid > report.key.new
  sync report.key.new           # the content, before it gets its name
  mv report.key.new report.key  # whole, or not there
  sync .                        # the name
fi
key=$(cat report.key)

at before_send
receipt=$(curl --fail-with-body --silent --show-error --max-time 10 "$CRASH_HARNESS_PUBLISHER_URL/effects" \
  --header "Idempotency-Key: $key" --data "the quarterly report")
at after_effect
echo "$receipt"
