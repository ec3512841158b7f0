/**
 * Runs an agent in another process, in any language. It reaches its tools through an MCP endpoint on the loopback interface,
 * which records every call; what it prints is its final response.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ModelProxies from "../models/proxies.ts"
import * as FiberSet from "effect/FiberSet"
import { type AgentSession, Commands, McpEndpoints, type ServedTools } from "../../../services/Driver.ts"
import type { Environment } from "../../../../base/std/Environment.ts"
import { makeReaper } from "../mcp/reaper.ts"
import { apisOf } from "../models/apis.ts"
import { startAgent } from "./agentProcess.ts"
import { type Reports, receiveReports } from "./reports.ts"
import { setImmediate } from "node:timers"
import type { ToolAnswer } from "../../../../base/domain/recording/Cassette.ts"
import { type Infrastructure, isInfrastructure } from "../../../services/Infrastructure.ts"
import type { RequestHandler } from "../../platform/respond.ts"
import { infrastructure } from "../infrastructure.ts"
import { errorSentence } from "../mcp/errorText.ts"
import { openEndpoint } from "../models/endpoint.ts"
import { mcpOverHttp } from "./mcpOverHttp.ts"
import { toolServer } from "./toolServer.ts"

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

/** A call that was served, in the order in which they came. */
export interface Served {
  readonly address: string
  readonly traceparent: string | undefined
  id?: string
}

/** Open until `close` or the end of the scope. `others` are handlers of other paths of the same endpoint. */
const serveTools = Effect.fnUntraced(function* (
  session: ServedTools,
  others: Readonly<Record<string, RequestHandler>> = {}
) {
  const calls = yield* FiberSet.make<ToolAnswer, Error>()
  const served: Array<Served> = []
  const sdk = yield* Effect.promise(() => import("@modelcontextprotocol/server"))
  const start = yield* FiberSet.runtimePromise(calls)()
  const serve = toolServer(sdk, session, (address, args, signal, traceparent) => {
    const one: Served = { address, traceparent }
    served.push(one)
    return start(session.callServed(address, args, { arrived, onNoted: (id) => (one.id = id) }), { signal })
  })
  const { close, url } = yield* openEndpoint({ "/mcp": mcpOverHttp(sdk, serve), ...others })
  return { base: url, url: `${url}/mcp`, close, served, failed: failureOf(calls) }
})

/**
 * A client that gives up a call closes its connection and then makes the next call. Both wait at this process by then, and the runtime
 * may tell of the call first: some turns of the event loop later it has told of the closed connection too.
 */
const arrived = Effect.promise(async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => void setImmediate(resolve))
})

/** A call that fails for a reason outside the agent ends the run, because the agent must not be judged by it. */
const failureOf = (calls: FiberSet.FiberSet<ToolAnswer, Error>): Effect.Effect<never, Infrastructure> =>
  FiberSet.join(calls).pipe(
    Effect.mapError((error) =>
      isInfrastructure(error)
        ? error
        : infrastructure(`A tool call of the agent failed: ${errorSentence(error)}`, "Check the server of the tool.")
    ),
    Effect.andThen(Effect.never)
  )
