"""An agent that reports of itself, as lines of JSON or as spans of OTLP: it asks for the weather over MCP, and reads a file of its own."""
import json
import os
import sys
import urllib.error
import urllib.request

TRACE = "0af7651916cd43dd8448eb211c80319c"


def post(url, body, kind="application/json"):
    headers = {"Content-Type": kind, "Accept": "application/json, text/event-stream"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as response:
            return response.read()
    except urllib.error.HTTPError as error:
        return error.code


def ask(span):
    params = {"name": "weather__get_weather", "arguments": {"city": "Rome"}}
    params["_meta"] = {"traceparent": f"00-{TRACE}-{span}-01"}
    post(os.environ["PASSHAT_MCP_URL"], json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode())


def report(*lines):
    post(os.environ["PASSHAT_REPORT_URL"], "\n".join(json.dumps(line) for line in lines).encode())


def span(id, start, parent=None, **attributes):
    values = [{"key": key.replace("__", "."), "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}
              for key, value in attributes.items()]
    return {"traceId": TRACE, "spanId": id, "parentSpanId": parent or "", "name": id, "startTimeUnixNano": str(start), "attributes": values}


def chat(id, start, input, output, text, reason):
    message = [{"role": "assistant", "parts": [{"type": "text", "content": text}], "finish_reason": reason}]
    return span(id, start, gen_ai__operation__name="chat", gen_ai__usage__input_tokens=input,
                gen_ai__usage__output_tokens=output, gen_ai__output__messages=json.dumps(message))


def tool(id, start, name):
    return span(id, start, gen_ai__operation__name="execute_tool", gen_ai__tool__name=name, gen_ai__tool__call__result="words")


def export(*spans):
    body = {"resourceSpans": [{"scopeSpans": [{"spans": list(spans)}]}]}
    post(os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"], json.dumps(body).encode())


how = sys.argv[1]
if how == "lines":
    ask("1" * 16)
    own = {"name": "read_file", "args": {"path": "a.txt"}, "result": "words"}
    first = {"id": "1", "text": "I look.", "usage": {"input": 10, "output": 2}, "stop_reason": "tool_use", "own_calls": [own]}
    report(first)
    report(first)
    report({"id": "2", "text": "It is sunny.", "usage": {"input": 20, "output": 3}, "stop_reason": "stop"})
elif how == "spans":
    ask("b" * 16)
    spans = [chat("a" * 16, 100, 10, 2, "I look.", "tool_call"), tool("b" * 16, 200, "get_weather"),
             tool("c" * 16, 300, "read_file"), chat("d" * 16, 400, 20, 3, "It is sunny.", "stop")]
    export(*spans[2:])
    export(*spans)
elif how == "claims":
    export(chat("a" * 16, 100, 10, 2, "I look.", "tool_call"), tool("b" * 16, 200, "get_weather"), chat("d" * 16, 400, 20, 3, "", "stop"))
elif how == "zeros":
    ask("b" * 16)
    report({"text": "I look.", "usage": {"input": 0, "output": 0}}, {"text": "It is sunny.", "usage": {"input": 0, "output": 0}})
elif how == "garbage":
    ask("b" * 16)
    post(os.environ["PASSHAT_REPORT_URL"], b"{ no json")
    post(os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"], b"\xff\xff\xff", "application/x-protobuf")
    post(os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"], b"x" * (5 << 20))
print("It is sunny.")
