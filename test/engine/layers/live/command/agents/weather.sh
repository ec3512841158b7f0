#!/bin/sh
# An agent in one request: no handshake, no session.
curl --silent "$PASSHAT_MCP_URL" \
  --header "Content-Type: application/json" --header "Accept: application/json, text/event-stream" \
  --data '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather__get_weather","arguments":{"city":"Oslo"}}}' |
  sed -n 's/.*"text":"\([^"]*\)".*/\1/p'
