/**
 * Sends a report to a collector of OpenTelemetry: `--reporter otlp=http://localhost:4318`.
 */
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { postLines } from "../../engine/layers/platform/postLines.ts"
import { UsageError } from "../kit/UsageError.ts"

/** The path of OTLP over HTTP, for an address without one. */
const PATH = "/v1/traces"

export const sendReport = Effect.fnUntraced(function* (address: string, lines: Iterable<string>) {
  if (!URL.canParse(address)) {
    return yield* new UsageError({
      what: `${address} is not an address.`,
      hint: "Write otlp=http://localhost:4318, say."
    })
  }
  const url = new URL(address)
  if (url.pathname === "/") url.pathname = PATH
  yield* Effect.mapError(
    postLines(url, headersOf(process.env["OTEL_EXPORTER_OTLP_HEADERS"] ?? ""), lines),
    (reason) =>
      new UsageError({
        what: `The report could not be sent to ${url.origin}${url.pathname}: ${reason}.`,
        hint: "Start the collector, or choose a file."
      })
  )
})

/** `name=value,other=value`, with values that are URL-encoded: the form that OpenTelemetry defines. */
const headersOf = (text: string): { readonly [name: string]: string } =>
  Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.split("="))
      .filter(([name = "", ...rest]) => name.trim() !== "" && rest.length > 0)
      .map(([name = "", ...rest]) => [name.trim(), decoded(rest.join("=").trim())])
  )

const decoded = (text: string): string =>
  Result.getOrElse(
    Result.try(() => decodeURIComponent(text)),
    () => text
  )
