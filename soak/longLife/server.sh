# An MCP server over stdio with one tool, in a shell: thousands are started, and a shell starts in a millisecond.
text=x
while [ ${#text} -lt "$SIZE" ]; do text=$text$text; done
reply() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
while IFS= read -r line; do
  id=${line##*\"id\":}
  id=${id%%[,\}]*}
  case $line in
  *'"method":"initialize"'*)
    reply '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"echo","version":"1"}}' ;;
  *'"method":"tools/list"'*)
    reply '{"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{}}}]}' ;;
  *'"method":"tools/call"'*) reply "{\"content\":[{\"type\":\"text\",\"text\":\"$text\"}]}" ;;
  esac
done
