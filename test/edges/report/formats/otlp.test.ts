/**
 * Reports as spans of OpenTelemetry: what a collector receives.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { otlp } from "../../../../src/edges/report/formats/otlp/otlp.ts"
import { project } from "../../../app/project.ts"
import { plain, renderText, sample } from "../sample.ts"

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly events: ReadonlyArray<{ readonly name: string; readonly attributes: ReadonlyArray<Attribute> }>
  readonly status: { readonly code?: number }
}
interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly doubleValue?: number; readonly intValue?: string }
}

const spansIn = (text: string): ReadonlyArray<Span> =>
  text
    .trimEnd()
    .split("\n")
    .flatMap((line) => JSON.parse(line).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)

const valueOf = ({ attributes }: Pick<Span, "attributes">, key: string) => {
  const found = attributes.find((one) => one.key === key)?.value
  return found?.stringValue ?? found?.doubleValue ?? found?.intValue
}

const epoch = { SOURCE_DATE_EPOCH: "1700000000" }

describe("a report as spans", () => {
  test("has a span a run below that of its cell, with the calls below and an event for each check", () => {
    using user = project()
    const spans = spansIn(user.run("suites/red.ts", ["--reporter", "otlp"], { env: epoch }).stdout)
    const report = JSON.parse(user.run("suites/red.ts", ["--reporter", "json", "--with-traces"]).stdout)
    const [cell] = report.suites[0].cells
    const [root, ...others] = spans
    const runs = others.filter(({ name }) => name === "invoke_agent wanders off")
    assert.deepEqual([root?.name, root?.parentSpanId, root?.status.code], ["evaluate wanders off", undefined, 2])
    assert.equal(runs.length, cell.runs.length)
    for (const [at, run] of runs.entries()) {
      const { checks, trace, verdict } = cell.runs[at]
      assert.equal(run.parentSpanId, root?.spanId)
      assert.equal(valueOf(run, "passhat.verdict"), verdict)
      assert.equal(Number(valueOf(run, "gen_ai.usage.output_tokens")), trace.conversation.tokens.output)
      assert.deepEqual(
        run.events.map((event) => [
          event.name,
          valueOf(event, "gen_ai.evaluation.name"),
          valueOf(event, "gen_ai.evaluation.score.label")
        ]),
        checks.map((check: { target: string; verdict: string }) => [
          "gen_ai.evaluation.result",
          check.target,
          check.verdict
        ])
      )
      assert.equal(others.filter((span) => span.parentSpanId === run.spanId).length, trace.tool_calls.length)
    }
    assert.equal(new Set(spans.map(({ spanId }) => spanId)).size, spans.length)
    assert.deepEqual(new Set(spans.map(({ traceId }) => traceId.length)), new Set([32]))
  })

  test("has the same bytes on every runtime at the same time, and other ids at another time", () => {
    using user = project()
    const printed = (runtime: "bun" | "deno" | "node", env = epoch) =>
      user.run("suites/weather.ts", ["--reporter", "otlp"], { runtime, env }).stdout
    assert.equal(printed("deno"), printed("bun"))
    assert.equal(printed("node"), printed("bun"))
    const [one, other] = [printed("bun"), printed("bun", { SOURCE_DATE_EPOCH: "1700000001" })].map(spansIn)
    assert.notEqual(one?.[0]?.traceId, other?.[0]?.traceId)
  })

  test("holds no argument, no result and no word of the agent", () => {
    using user = project()
    const text = user.run("suites/weather.ts", ["--reporter", "otlp"]).stdout
    assert.doesNotMatch(text, /Sacramento/)
  })

  test("has a span for a suite that has issues and no cells", () => {
    const issue = { code: "INVALID_SUITE", message: "runs(0)", hint: "", advisory: false } as const
    const report = { ...sample, suites: [{ suite: "empty", verdict: "none", issues: [issue], cells: [] }] } as const
    const [span] = spansIn(renderText(otlp, report, plain))
    assert.equal(span?.name, "evaluate empty")
    assert.ok(JSON.stringify(span).includes("INVALID_SUITE: runs(0)"))
  })
})

describe("--reporter otlp=<address>", () => {
  const collector = (answer: () => Response) => {
    const received: Array<{ readonly path: string; readonly key: string | null; readonly body: string }> = []
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        const { pathname } = new URL(request.url)
        received.push({ path: pathname, key: request.headers.get("x-key"), body: await request.text() })
        return answer()
      }
    })
    return { received, url: `http://127.0.0.1:${server.port}`, [Symbol.dispose]: () => server.stop(true) }
  }

  test("sends the lines to /v1/traces with the headers that OpenTelemetry names", async () => {
    using user = project()
    using there = collector(() => Response.json({}))
    const env = { ...epoch, OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b" }
    const { finished } = user.start("suites/weather.ts", ["--reporter", `otlp=${there.url}`], { env })
    assert.equal((await finished).code, 0)
    const written = user.run("suites/weather.ts", ["--reporter", "otlp"], { env }).stdout
    assert.deepEqual(
      there.received.map(({ key, path }) => [path, key]),
      [["/v1/traces", "a b"]]
    )
    assert.equal(there.received.map(({ body }) => body).join(""), written)
  })

  test.each([
    ["refuses it", () => new Response("no", { status: 503 }), /could not be sent to http:.*: the answer is 503\./],
    ["rejects spans", () => Response.json({ partialSuccess: { rejectedSpans: "3" } }), /3 spans were rejected/],
    ["redirects", () => Response.redirect("http://127.0.0.1:9/"), /the answer is 30\d|redirect/]
  ])("is not green if the collector %s", async (_, answer, sentence) => {
    using user = project()
    using there = collector(answer)
    const { finished } = user.start("suites/weather.ts", ["--reporter", `otlp=${there.url}`])
    const { code, stderr } = await finished
    assert.equal(code, 2)
    assert.match(stderr, sentence)
  })

  test.each([
    ["http://127.0.0.1:9", /could not be sent/],
    ["http://", /is not an address/]
  ])("is not green if %s does not answer", (address, sentence) => {
    using user = project()
    const { code, stderr } = user.run("suites/weather.ts", ["--reporter", `otlp=${address}`])
    assert.equal(code, 2)
    assert.match(stderr, sentence)
  })
})
