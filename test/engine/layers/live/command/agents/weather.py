"""An agent in another language, with nothing but its standard library: asks for the weather over MCP."""
import json
import os
import sys
import urllib.request

session = None


def post(message):
    global session
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if session:
        headers["Mcp-Session-Id"] = session
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    with urllib.request.urlopen(urllib.request.Request(os.environ["PASSHAT_MCP_URL"], body, headers)) as response:
        session = response.headers.get("Mcp-Session-Id") or session
        for line in response:
            if line.startswith(b"data: {"):
                return json.loads(line[6:])["result"]


client = {"name": "weather.py", "version": "1"}
post({"id": 1, "method": "initialize",
      "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}})
post({"method": "notifications/initialized"})
names = [tool["name"] for tool in post({"id": 2, "method": "tools/list"})["tools"]]
print("tools:", *names, file=sys.stderr)
answer = post({"id": 3, "method": "tools/call",
               "params": {"name": names[0], "arguments": {"city": os.environ["PASSHAT_PROMPT"]}}})
print(os.environ["PASSHAT_SYSTEM"] + answer["content"][0]["text"])
