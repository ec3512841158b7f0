/**
 * Runs an agent in another process, in any language. It reaches its tools through an MCP endpoint on the loopback interface,
 * which records every call; what it prints is its final response.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type AgentSession, Commands, McpEndpoints } from "../../../services/Driver.ts"
import type { Environment } from "../../../../base/std/Environment.ts"
import { makeReaper } from "../mcp/reaper.ts"
import { apisOf } from "../models/apis.ts"
import * as ModelProxies from "../models/proxies.ts"
import { startAgent } from "./agentProcess.ts"
import { receiveReports, type Reports } from "./reports.ts"
import { type Served, serveTools } from "./serveTools.ts"

/**
 * The command is the user's own agent, which needs keys, so it inherits all of `environment`. `models` is what is between it and its
 * model.
 */
export const layer = (environment: Environment, cwd?: string, models = ModelProxies.layer(environment)) =>
  Layer.mergeAll(commands(environment, cwd), endpoints, models)

const endpoints = Layer.succeed(McpEndpoints, {
  open: (session) => Effect.map(serveTools(session), ({ url }) => ({ url, headers: {} }))
})

const commands = (environment: Environment, cwd: string | undefined): Layer.Layer<never> =>
  Layer.effect(
    Commands,
    Effect.map(makeReaper(environment), (reaper) => ({
      run: Effect.fn("Commands.run")(function* (command: ReadonlyArray<string>, session: AgentSession) {
        const { spanReport, ...readers } = yield* loadReaders
        const reports = receiveReports(session.step, readers)
        const endpoint = yield* serveTools(session, reports.handlers)
        const env = {
          ...reachable(environment),
          ...reaper.mark,
          ...(yield* modelAddresses(environment, session)),
          PASSHAT_PROMPT: session.prompt,
          PASSHAT_MESSAGES: JSON.stringify(session.messages),
          PASSHAT_SYSTEM: session.system ?? "",
          PASSHAT_MCP_URL: endpoint.url,
          PASSHAT_REPORT_URL: `${endpoint.base}/report`,
          OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.base,
          OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${endpoint.base}/v1/traces`,
          OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
          OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf"
        }
        const response = yield* startAgent({ command, env, cwd, reaper })
        // Finalizers run in reverse, so this closes the endpoint before the agent is stopped: it calls no more tools then.
        yield* Effect.addFinalizer(() => endpoint.close)
        const told = Effect.map(received(reports), () => {
          const { count, text } = reports.unreadable()
          if (count > 0) session.unreadable(count, text)
          // Lines and spans would tell of the same answers twice.
          if (reports.steps() > 0 || reports.spans.size === 0) return
          const { steps, turns } = spanReport([...reports.spans.values()], endpoint.served.flatMap(joinedCall))
          session.told(steps, turns)
        })
        return yield* Effect.raceFirst(
          Effect.onExit(response, () => told),
          endpoint.failed
        )
      }, Effect.scoped)
    }))
  )

/** The addresses of its model, which its clients read from these variables. */
const modelAddresses = (environment: Environment, { modelProxy }: AgentSession) =>
  Effect.promise(async () => {
    const told = apisOf(environment).map(async ({ kind, urlName }) => [urlName, await modelProxy[kind]] as const)
    return Object.fromEntries(await Promise.all(told))
  })

/** A program that reaches the network through a proxy reaches this machine without it. */
const reachable = (environment: Environment): Environment =>
  Object.entries(environment).some(([name, value]) => /^(?:http|all)_proxy$/i.test(name) && value)
    ? { ...environment, ...direct(environment, "NO_PROXY"), ...direct(environment, "no_proxy") }
    : environment

const direct = (environment: Environment, name: string): Environment => ({
  [name]: [environment[name], "127.0.0.1"].filter(Boolean).join(",")
})

const loadReaders = Effect.promise(async () => ({
  ...(await import("../../../../edges/telemetry/otlpProtobuf.ts")),
  ...(await import("../../../../edges/telemetry/spanReport.ts"))
}))

/** Waits for reports that are on their way when the agent has ended, and, if it sends spans, a little for those of its exporter. */
const received = Effect.fnUntraced(function* ({ pending, spans }: Reports) {
  yield* Effect.sleep(spans.size > 0 ? FLUSH : 0)
  yield* Effect.sleep(10).pipe(Effect.repeat({ until: () => pending() === 0 }), Effect.timeoutOption("5 seconds"))
})

const FLUSH = "500 millis"

/** The parent is the span that a traceparent names: `00-<trace>-<span>-<flags>`. */
const joinedCall = ({ address, id, traceparent }: Served) => {
  const [, trace, span] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(traceparent ?? "") ?? []
  const [, name = address] = /^[^/]*\/(.*)$/.exec(address) ?? []
  const parent = trace === undefined ? undefined : `${trace}-${span}`
  return id === undefined ? [] : [{ id, names: [name, address, address.replace("/", "__")], parent }]
}
