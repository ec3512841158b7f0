/**
 * A project whose suites, models and servers tell every canary, with what passhat printed and wrote about it on a runtime.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Dice } from "../../bench/workload/dice.ts"
import { reporters } from "../../test/reporters.ts"
import type { Script } from "../../src/engine/layers/scripted/model.ts"
import type { Runtime } from "../../test/app/everyRuntime.ts"
import { emptyProject, type Finished, startPasshat } from "../../test/app/project.ts"
import { canaries } from "../../test/engine/layers/record/canaries.ts"
import type { Fault } from "../../test/standin/faults.ts"
import { startStandin, type Topic } from "../../test/standin/standin.ts"
import type { Output } from "../subjects/outputs.ts"
import { startDesk } from "./desk.ts"
import { filesOf, leftDuring } from "./left.ts"
import { handedIn, shownByView, toldByMcp } from "./served.ts"
import { saidByOthers, textsOf } from "./spelt.ts"

export interface Seen {
  readonly name: string
  readonly text: string
}

export interface Spilled {
  readonly seen: ReadonlyArray<Seen>
  /** What servers were started with: their environment and their arguments. */
  readonly servers: ReadonlyArray<{ readonly env: Readonly<Record<string, string>> }>
  /** What the model was told, as JSON: that there was something to hide. */
  readonly heard: string
  /** The recording of an agent that asks its model through passhat. */
  readonly taped: string
}

/** The last two are variables and headers of the suite's servers, and not known by the names of their variables. */
export const DECLARED = canaries.slice(-2)

const cassette = "cassettes/spilling/is-told/claude-sonnet-4-5.jsonl"

export const spill = async (runtime: Runtime, chosen: ReadonlyArray<Output>, dice: Dice) => {
  const world = mkdtempSync(join(tmpdir(), "passhat-world-"))
  const write = (texts: Readonly<Record<string, string>>) => {
    const file = join(world, `texts-${readdirSync(world).length}.json`)
    writeFileSync(file, JSON.stringify(texts))
    return file
  }
  const texts = textsOf(dice(1000))
  // In a folder of its own: what the plan shows is hidden, and with it everything.
  const quiet = { TEXTS_FILE: write(saidByOthers(texts)) }
  const stale = { TEXTS_FILE: write(textsOf(dice(1000))) }
  // The other suites have no servers with variables and headers.
  const fewer = { TEXTS_FILE: write(textsOf(dice(1000), canaries.length - DECLARED.length)) }
  const desk = startDesk(texts["header"] ?? "")
  const standin = await startStandin({ scripts: scriptsOf(texts), faults: () => refusing(texts["refused"] ?? "") })
  using user = emptyProject({ "package.json": '{ "type": "module" }\n' })
  cpSync(join(import.meta.dirname, "project"), user.folder, { recursive: true })
  const env = {
    ...Object.fromEntries(canaries.slice(0, -2).map((value, at) => [`CANARY_${at}_TOKEN`, value])),
    DECLARED: DECLARED[0]!,
    DECLARED_TOO: DECLARED[1]!,
    ORDINARY: "an ordinary setting",
    DESK_URL: desk.url.href,
    TEXTS_FILE: write(texts),
    ANTHROPIC_API_KEY: canaries[0]!,
    ANTHROPIC_BASE_URL: standin.url,
    PASSHAT_CACHE: join(user.folder, "cache")
  }
  const seen: Array<Seen> = []
  const note = (name: string, { stderr, stdout }: Finished): void =>
    void seen.push({ name: `the output of ${name}`, text: stdout }, { name: `the errors of ${name}`, text: stderr })
  const passhat = async (name: string, args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) =>
    note(name, await startPasshat(runtime, args, { cwd: user.folder, env: { ...env, ...more } }).finished)

  const record = async (name: string, args: ReadonlyArray<string>, more: Readonly<Record<string, string>>) => {
    const flags = ["--record", "--verbose", "--with-traces", ...reportsIn(name), ...args]
    const recording = startPasshat(runtime, ["run", "suites/spilling.ts", ...flags], {
      cwd: user.folder,
      env: { ...env, ...more }
    })
    for (const [file, text] of await leftDuring(recording, user.folder)) seen.push({ name: file, text })
    note(`the recording ${name}`, await recording.finished)
  }
  await record("quiet", ["--cassettes", "cassettes/quiet"], quiet)
  await record("reports", [], {})
  await passhat("a recording at a shut server", ["run", "suites/shut.ts", "--record", ...reportsIn("shut")])

  const paths = { suite: "suites/spilling.ts", cassette, report: "reports/json" }
  for (const output of chosen) await passhat(output.name, output.args(paths), output.env)
  await passhat("--live-tools", ["run", "suites/spilling.ts", "--live-tools", "--verbose"])
  // The agent asks its model otherwise, and the difference is told.
  const prints = ["run", "suites/spilling.ts", "--filter", "prints", "--live-agent", "--verbose"]
  await passhat("--live-agent", [...prints, ...reportsIn("diverged")], { ASKED: ` and ${canaries.join(" and ")}` })
  const taped = readFileSync(join(user.folder, "cassettes/spilling/prints/prints.jsonl"), "utf8")
  await passhat("a stale check", ["check", "suites/spilling.ts"], stale)
  await passhat("a stale run", ["run", "suites/spilling.ts", ...reportsIn("stale")], stale)
  const traced = ["--verbose", "--with-traces", ...reportsIn("others")]
  await passhat("the plan of listing", ["plan", "--json", "suites/listing.ts"], fewer)
  await passhat("a check of listing", ["check", "suites/listing.ts"], fewer)
  await passhat("a run of broken", ["run", "suites/broken.ts", ...traced], fewer)
  await passhat("a check of throwing", ["check", "suites/throwing.ts"], fewer)
  const all = { ...env, ...fewer }
  seen.push(
    ...(await toldByMcp(runtime, user.folder, all)),
    ...handedIn({ ...env, DECLARED_TOKEN: DECLARED[0]!, DECLARED_TOO_TOKEN: DECLARED[1]! }),
    ...(await shownByView(runtime, user.folder, env, "reports/json", texts["loading"] ?? ""))
  )
  for (const [name, text] of filesOf(user.folder)) seen.push({ name: `the file ${name}`, text: `${name}\n${text}` })

  const servers = readdirSync(world)
    .filter((name) => name.startsWith("server-"))
    .map((name) => JSON.parse(readFileSync(join(world, name), "utf8")))
  const heard = JSON.stringify(standin.requests.map(({ body, headers }) => [body, headers]))
  await Promise.all([desk.stop(true), standin.close()])
  rmSync(world, { recursive: true })
  return { seen, servers, heard, taped } satisfies Spilled
}

const reportsIn = (folder: string): ReadonlyArray<string> =>
  reporters.map(({ name }) => `--reporter=${name}=${folder}/${name}`)

/** A model that is asked the unknown tells what it knows. */
const refusing =
  (message: string): Fault =>
  (answers, asked) =>
    JSON.stringify(asked.body).includes("Unknown.")
      ? {
          status: 400,
          headers: { "content-type": "application/json" },
          chunks: [JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } })]
        }
      : answers.give(asked)

const scriptsOf =
  (texts: Readonly<Record<string, string>>) =>
  ({ model, prompt }: Topic): ReadonlyArray<Script> => {
    if (model === "claude-haiku-4-5") {
      return [{ turns: [{ text: JSON.stringify({ verdict: "fail", reason: texts["judgement"] ?? "" }) }] }]
    }
    const calls = (...names: ReadonlyArray<string>) => names.map((name) => ({ server: "vault", name, args: {} }))
    if (prompt === "Crash.") return [{ turns: [{ calls: calls("crash") }] }]
    if (!String(prompt).startsWith("Spill")) return []
    const { argument = "", argumentName = "", modelText = "" } = texts
    const spills = { server: "vault", name: "spill", args: { note: argument, [argumentName]: argument } }
    const tells = { server: "desk", name: "tell", args: {} }
    return [{ turns: [{ text: modelText, calls: [spills, ...calls("fail", "refuse"), tells] }, { text: modelText }] }]
  }
