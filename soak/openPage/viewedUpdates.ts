/**
 * A page of `passhat view` that is open while a report is made again and a recording goes on: each update is waited for, and
 * everything that has changed is read, as the page does. Each time another page waits as well, and is closed.
 */
import { mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import type { UnderWay } from "../../src/base/domain/recording/UnderWay.ts"
import { thisProcess } from "../../src/engine/layers/platform/processes.ts"
import { json } from "../../src/edges/report/formats/json.ts"
import { everything } from "../../test/features/html/reports.ts"
import { plain, renderText } from "../../test/edges/report/sample.ts"
import type { Lived } from "../longLife/liveRuns.ts"
import { place, type Runtime, startPasshat } from "../longLife/process.ts"
import { measured } from "../longLife/watchedSaves.ts"

const LIVE = "cassettes/a/b/c.jsonl"

export const viewedUpdates = async (runtime: Runtime, updates: number, every: number): Promise<Lived> => {
  using its = place()
  const project = join(its.folder, "project")
  const put = (file: string, text: string): void => {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, `${file}.part`), text)
    renameSync(join(project, `${file}.part`), join(project, file))
  }
  put("run.json", report)
  put(`${LIVE}.lock`, JSON.stringify({ ...thisProcess(), token: "t" }))
  put(`${LIVE}.progress`, progress(0))
  const started = startPasshat(runtime, ["view", project], project, its.env)
  try {
    const { ask, next } = await client(started.child.stdout)
    let version = Number((await ask("/api/project"))["version"])
    for (let number = 1; number <= updates; number++) {
      const closed = new AbortController()
      const other = next(version, closed.signal).catch(() => undefined)
      if (number % 2 === 0) put("run.json", `${report}${" ".repeat(number % 7)}`)
      else put(`${LIVE}.progress`, progress(number))
      version = await next(version)
      await ask("/api/project")
      const opened = await ask("/api/overview?report=run.json")
      await ask(`/api/cell?report=run.json&at=0&version=${String(opened["version"])}`)
      await ask(`/api/live?file=${LIVE}&journal=0&from=0`)
      closed.abort()
      await other
      if (number % every === 0) await measured(its.asked, number)
    }
    started.child.kill("SIGINT")
    const { code } = await started.finished
    return { samples: its.samples(), ...(code !== 0 && { problem: `the view ended with ${code}` }) }
  } catch (error) {
    started.child.kill("SIGKILL")
    return { samples: its.samples(), problem: String(error) }
  }
}

const report = renderText(json, everything(), plain)

const progress = (number: number): string => {
  const underWay: UnderWay = {
    format: "passhat-progress",
    version: 1,
    suite: "a",
    agent: "b",
    model: "c",
    name: "b",
    runs: 9,
    under_way: [
      {
        index: 1,
        on: "model",
        made: number,
        tokens: number,
        calls: [{ server: "s", name: "t", args: { number }, state: "open" }]
      }
    ]
  }
  return JSON.stringify(underWay)
}

/** Asks as the page does, once the address is printed. */
const client = async (output: NodeJS.ReadableStream | null) => {
  const url = await new Promise<string>((resolve) => output?.once("data", (text) => resolve(String(text).trim())))
  const { hash, origin } = new URL(url)
  const headers = { authorization: `Bearer ${hash.replace("#token=", "")}` }
  const asked = async (path: string, signal?: AbortSignal): Promise<string> =>
    (await fetch(`${origin}${path}`, { headers, ...(signal !== undefined && { signal }) })).text()
  return {
    ask: async (path: string): Promise<Readonly<Record<string, unknown>>> => {
      const text = await asked(path)
      return text.startsWith("{") ? JSON.parse(text) : { text }
    },
    /** Completes with the version that is not this one. */
    next: async (since: number, signal?: AbortSignal): Promise<number> => {
      for (;;) {
        const { version } = JSON.parse(await asked(`/api/changes?since=${since}`, signal)) as {
          readonly version: number
        }
        if (version !== since) return version
      }
    }
  }
}
