#!/usr/bin/env bash
# Publishes one report over HTTP. Naive: each process makes an Idempotency-Key of its own.
#
# Killed after the publisher has committed and before anybody has saved that, it is started again, makes another key, and
# the report is published twice: the publisher cannot know that it is the same one.
set -e
source "${BASH_SOURCE%/*}/crashpoint.bash"

key=$(cat /proc/sys/kernel/random/uuid)

at before_send
receipt=$(curl --fail-with-body --silent --show-error --max-time 10 "$CRASH_HARNESS_PUBLISHER_URL/effects" \
  --header "Idempotency-Key: $key" --data "the quarterly report")
at after_effect
echo "$receipt"
