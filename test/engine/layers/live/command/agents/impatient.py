"""An agent with a timer of its own: gives a call up after some seconds and asks again, or crashes."""
import json
import os
import sys
import urllib.request


def ask(timeout=None):
    params = {"name": "weather__get_weather", "arguments": {"city": os.environ["PASSHAT_PROMPT"]}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = urllib.request.Request(os.environ["PASSHAT_MCP_URL"], json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=timeout) as response:
        return next(json.loads(line[6:])["result"] for line in response if line.startswith(b"data: {"))


try:
    ask(float(sys.argv[1]))
except TimeoutError:
    if "crash" in sys.argv:
        raise
print(str(ask().get("isError", False)).lower())
