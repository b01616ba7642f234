"""Publishes one report over HTTP. Careful: the Idempotency-Key is made once, durable before the first send, and read back
by whoever is started after a crash. The publisher then answers with the original receipt instead of a second effect."""

import os
import urllib.request
import uuid

from crashpoint import at


def stored_key():
    if not os.path.exists("report.key"):
        with open("report.key.new", "w") as file:
            file.write(str(uuid.uuid4()))
            file.flush()
            os.fsync(file.fileno())  # the content, before it gets its name
        os.rename("report.key.new", "report.key")  # whole, or not there
        folder = os.open(".", os.O_RDONLY)
        os.fsync(folder)  # the name
        os.close(folder)
    with open("report.key") as file:
        return file.read()


request = urllib.request.Request(
    os.environ["CRASH_HARNESS_PUBLISHER_URL"] + "/effects",
    data=b"the quarterly report",
    headers={"Idempotency-Key": stored_key()},
)
at("before_send")
with urllib.request.urlopen(request, timeout=10) as response:
    receipt = response.read().decode()
at("after_effect")
print(receipt)
