/**
 * The limit: a bare script that reads, parses and checks the traces, and nothing else: `limit.ts <folder | file.jsonl>`.
 *
 * What an author would write for this one question, with no word of why a trace failed. Ends with 1 when one did.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs"

interface Trace {
  readonly tool_calls: ReadonlyArray<{ readonly name: string; readonly args: { readonly [name: string]: unknown } }>
  readonly conversation: { readonly tokens: { readonly total: number } }
}

const expected = [
  ["find_customer", "email", "dana@example.com"],
  ["get_order", "order", "A-17"],
  ["issue_refund", "order", "A-17"]
] as const

const passes = ({ conversation, tool_calls }: Trace): boolean => {
  let found = 0
  let selected = false
  for (const { args, name } of tool_calls) {
    selected ||= name === "issue_refund"
    const next = expected[found]
    if (next !== undefined && name === next[0] && args[next[1]] === next[2]) found++
  }
  return selected && found === expected.length && conversation.tokens.total <= 20_000
}

let judged = 0
let failed = 0
const judge = (json: string): void => {
  judged++
  if (!passes(JSON.parse(json))) failed++
}

const judgeFiles = (folder: string): void => {
  for (const name of readdirSync(folder)) judge(readFileSync(`${folder}/${name}`, "utf8"))
}

const judgeLines = (file: string): void => {
  const input = openSync(file, "r")
  const buffer = Buffer.allocUnsafe(1 << 20)
  let kept = 0
  for (;;) {
    const end = kept + readSync(input, buffer, kept, buffer.length - kept, null)
    if (end === kept) break
    const last = buffer.subarray(0, end).lastIndexOf(10)
    for (const line of buffer.toString("utf8", 0, last).split("\n")) judge(line)
    buffer.copyWithin(0, last + 1, end)
    kept = end - last - 1
  }
  closeSync(input)
}

const path = process.argv[2] ?? ""
if (statSync(path).isDirectory()) judgeFiles(path)
else judgeLines(path)
console.log(`${judged - failed} of ${judged} passed`)
process.exitCode = failed === 0 && judged > 0 ? 0 : 1
