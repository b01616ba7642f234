"""Publishes one report over HTTP. Naive: each process makes an Idempotency-Key of its own.

Killed after the publisher has committed and before anybody has saved that, it is started again, makes another key, and
the report is published twice: the publisher cannot know that it is the same one.
"""

import os
import urllib.request
import uuid

from crashpoint import at

key = str(uuid.uuid4())
request = urllib.request.Request(
    os.environ["CRASH_HARNESS_PUBLISHER_URL"] + "/effects",
    data=b"the quarterly report",
    headers={"Idempotency-Key": key},
)
at("before_send")
with urllib.request.urlopen(request, timeout=10) as response:
    receipt = response.read().decode()
at("after_effect")
print(receipt)
