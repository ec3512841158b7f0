/**
 * Drivers: the agent under test may be the user's own, in this process or in another.
 */
import type { Drive } from "../../base/domain/recording/Driver.ts"
import { code, either, fields, flag, kind, type Kind, listOf, name as named, optional, text } from "../../base/std/kinds.ts"
import type { Flawed } from "./flawed.ts"

/** A recording keeps the name, the version and the sources of its driver, and is stale once any of them has changed. */
export interface Driver<out R = never> extends Flawed {
  readonly name: string
  readonly version: string
  readonly drive?: Drive<R>
  readonly clock?: "wall"
  /** Whether it takes images of the user. */
  readonly images?: true
  readonly command?: ReadonlyArray<string>
  /** Files and globs of its code, relative to the project. */
  readonly sources?: ReadonlyArray<string>
  /** What of its requests to its model `--live-agent` leaves out where it compares them. Not part of the fingerprint. */
  readonly volatile?: Volatile
}

/** Paths into the body of a request, such as `metadata.user_id` and `messages[*].id`, and patterns of parts of its texts. */
export type Volatile = ReadonlyArray<string | RegExp>

export type AnyDriver = Driver<unknown>

/**
 * An agent as a function of its session: async, or an Effect. It returns its final response. `sources` are globs of the files
 * of its code, relative to the project: a change of any of them makes its recordings stale. `clock: "wall"` is for an Effect that
 * does real work of its own, such as requests: an Effect has a virtual clock otherwise. `volatile` names what differs from run to run
 * in its requests to its model, so that `--live-agent` does not compare it. `images: true` says that it reads `session.images`.
 *
 * ```ts
 * const ask: Drive = async ({ call, prompt }) => {
 *   const { is_error } = await call("weather/get_weather", { city: prompt })
 *   return is_error ? "I found nothing." : "It is clear."
 * }
 * const asker = driver("asker", "1", ask, { sources: ["agents/*.ts"] })
 *
 * agent("asks", { driver: asker, servers: [weather], prompt: "Rome" })
 * ```
 */
export const driver = <R = never>(
  name: string,
  version: string,
  drive: Drive<R>,
  options: DriverOptions = {}
): Driver<R> => {
  const flaws = [
    ...text(name, "its name"),
    ...text(version, "its version"),
    ...code(drive, "its code"),
    ...optionsKind(options, "the last argument of driver")
  ]
  if (flaws.length > 0) return refused(flaws)
  const { clock, images, sources, volatile } = options
  return Object.freeze({
    name,
    version,
    drive,
    ...(clock === "wall" && { clock }),
    ...(images === true && { images }),
    ...(sources !== undefined && { sources }),
    ...(volatile !== undefined && { volatile })
  })
}

interface DriverOptions {
  readonly sources?: ReadonlyArray<string>
  readonly clock?: "virtual" | "wall"
  readonly images?: boolean
  readonly volatile?: Volatile
}

/**
 * An agent in another process, in any language. Its environment has the task in PASSHAT_PROMPT and PASSHAT_SYSTEM, and an MCP
 * endpoint with its tools in PASSHAT_MCP_URL; what it prints is its final response. Files of the project that its arguments
 * name are sources of it, beside those that `sources` names.
 *
 * ```ts
 * agent("asks", {
 *   driver: command(["python", "agent.py"], { version: "2" }),
 *   servers: [weather],
 *   prompt: "What is the weather in Rome?"
 * })
 * ```
 */
export const command = (argv: ReadonlyArray<string>, options: CommandOptions = {}): Driver => {
  const flaws = [
    ...listOf(text, "a list of texts")(argv, "the command"),
    ...optionsKind(options, "the second argument of command")
  ]
  if (flaws.length > 0) return refused(flaws)
  const { name = argv.join(" "), sources, version = "1", volatile } = options
  return Object.freeze({
    name,
    version,
    command: argv,
    ...(sources !== undefined && { sources }),
    ...(volatile !== undefined && { volatile })
  })
}

interface CommandOptions {
  readonly name?: string
  readonly version?: string
  readonly sources?: ReadonlyArray<string>
  readonly volatile?: Volatile
}

const pattern = kind("a regular expression", (value) => value instanceof RegExp)

const optionsKind: Kind = fields({
  name: optional(named),
  version: optional(named),
  sources: optional(listOf(text, "a list of files and globs")),
  images: optional(flag),
  volatile: optional(listOf(either("a path or a regular expression", named, pattern), "a list of paths and patterns"))
})

const refused = (flaws: ReadonlyArray<string>): Driver => Object.freeze({ name: "", version: "", flaws })
