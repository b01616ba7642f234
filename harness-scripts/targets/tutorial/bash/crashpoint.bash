at() { # at before_send
  [ -n "$CRASH_HARNESS_CONTROL" ] || return 0
  if [ -z "$harness" ]; then
    exec {harness}<>"/dev/tcp/${CRASH_HARNESS_CONTROL/://}" || exit 1
    echo "hello 1 $CRASH_HARNESS_TOKEN $CRASH_HARNESS_ROLE $CRASH_HARNESS_INSTANCE $$" >&"$harness"
    read -r answer <&"$harness"
  fi
  echo "at $((++serial)) $1" >&"$harness"
  read -r answer <&"$harness" && [ "$answer" = "go $serial" ] || exit 1
}
