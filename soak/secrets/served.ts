/**
 * What leaves the machine by other ways than the command line: an answer of `passhat mcp`, the images that a worker hands in, and a page of
 * `passhat view` of a file that has become a link out of the project.
 */
import * as Effect from "effect/Effect"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { redactorOf } from "../../src/app/run/secretsOfSuites.ts"
import type { Report } from "../../src/base/domain/verdict/Verdict.ts"
import { unitTape } from "../../src/features/queue/store/unitTape.ts"
import { sha256 } from "../../src/base/std/sha256.ts"
import { served } from "../../test/features/mcp/clients.ts"
import type { Runtime } from "../../test/app/everyRuntime.ts"
import { viewing } from "../../test/features/view/viewing.ts"
import { cell, header, runs } from "../../test/engine/layers/recordings.ts"
import { forms } from "./spelt.ts"
import type { Seen } from "./spill.ts"

type Variables = Readonly<Record<string, string>>

/** What a suite writes to standard error is told to the client. */
export const toldByMcp = async (on: Runtime, folder: string, env: Variables): Promise<ReadonlyArray<Seen>> => {
  await using server = await served({ folder, on, env })
  const { text } = await server.call("run", { files: ["suites/telling.ts"] })
  return [{ name: "the answer of mcp", text }]
}

/** A picture for each form of a secret, as bytes and as a text in it. */
export const handedIn = (env: Variables): ReadonlyArray<Seen> => {
  const { kept, tape } = unitTape(cell, header, redactorOf([], env))
  const pictures = ["of nothing", ...forms].map((form) => Buffer.from(`\x89PNG ${form}`).toString("base64"))
  Effect.runSync(tape.keep(runs[0]!, header.servers, new Map(pictures.map((base64) => [sha256(base64), base64]))))
  return [...(kept()?.media?.values() ?? [])].map((base64) => ({
    name: "an image that a worker hands in",
    text: Buffer.from(base64, "base64").toString("utf8")
  }))
}

/** Swapped between the list and the page, often enough that some are asked for before the list is made again. */
const SWAPS = 12

/** `report` is a json report of the project; the files out of it have a secret in the name of their suite. */
export const shownByView = async (
  runtime: Runtime,
  folder: string,
  env: Variables,
  report: string,
  secret: string
): Promise<ReadonlyArray<Seen>> => {
  const outside = mkdtempSync(join(tmpdir(), "passhat-outside-"))
  const told: Report = JSON.parse(readFileSync(join(folder, report), "utf8"))
  writeFileSync(
    join(outside, "told.json"),
    JSON.stringify({ ...told, suites: told.suites.map((suite) => ({ ...suite, suite: secret })) })
  )
  const names = Array.from({ length: SWAPS }, (_, at) => `swapped-${at}.json`)
  for (const name of names) cpSync(join(folder, report), join(folder, name))
  const view = await viewing(folder, [], runtime, env)
  const seen: Array<Seen> = []
  for (const name of names) {
    rmSync(join(folder, name))
    symlinkSync(join(outside, "told.json"), join(folder, name))
    const answer = await view.ask(`/api/overview?report=${name}`)
    seen.push({ name: `the page of ${name}`, text: await answer.text() })
    rmSync(join(folder, name))
  }
  await view.end()
  rmSync(outside, { recursive: true })
  return seen
}
