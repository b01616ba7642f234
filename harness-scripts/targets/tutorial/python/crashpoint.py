import os, socket

def at(point):  # at("before_send")
    env = {name[14:]: value for name, value in os.environ.items() if name.startswith("CRASH_HARNESS_")}
    if not env.get("CONTROL"): return
    try:
        if not hasattr(at, "harness"):
            at.harness, at.n = socket.create_connection(env["CONTROL"].split(":")).makefile("rw"), 0
            print("hello 1", env["TOKEN"], env["ROLE"], env["INSTANCE"], os.getpid(), file=at.harness, flush=True)
            at.harness.readline()
        at.n += 1
        print("at", at.n, point, file=at.harness, flush=True)
        if at.harness.readline() != f"go {at.n}\n": os._exit(1)
    except OSError: os._exit(1)
