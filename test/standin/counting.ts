/**
 * A stand-in for what agents ask: it answers every request after a while, and knows which runs have asked it, how often and when.
 *
 * `bun run test/standin/counting.ts [answer-ms] [port]` prints its address. A request is JSON with `cell`, `run` and `turn`; a GET
 * returns what was asked, a line for each request.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Noted {
  readonly cell: string
  readonly run: number
  readonly turn: number
  /** When it came, in milliseconds since 1970, by the clock of this machine. */
  readonly at: number
}

const [answerMs = 0, port = 0] = process.argv.slice(2).map(Number)
const noted: Array<Noted> = []

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.end(noted.map((one) => `${JSON.stringify(one)}\n`).join(""))
    return
  }
  const at = Date.now()
  let text = ""
  request.setEncoding("utf8")
  request.on("data", (piece: string) => (text += piece))
  request.on("end", () => {
    const { cell, run, turn } = JSON.parse(text) as Noted
    noted.push({ cell, run, turn, at })
    setTimeout(() => response.end(JSON.stringify({ text: `Answer ${turn} of ${cell}, run ${run}.` })), answerMs)
  })
})
server.keepAliveTimeout = 60_000
server.listen(port, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
