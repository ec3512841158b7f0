/**
 * The memory that it takes to record results that are as large as a message of a server may be. The processor time is measured by
 * the suite as well, and not held to a bound here: it depends on what else the machine does.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Script } from "../../../src/engine/layers/scripted/model.ts"
import type { Topic } from "../../standin/standin.ts"
import { studio } from "./studio.ts"

setDefaultTimeout(120_000)

const suite = "test/app/live/suites/large.ts"
const secret = "t0ken/of+the==environment&more"
const MEBIBYTE = 1024 * 1024

/** The prompt names the tools to call. */
const scripts = ({ prompt }: Topic): ReadonlyArray<Script> => [
  {
    turns: [
      {
        calls: String(prompt)
          .split(" ")
          .map((name) => ({ server: "large", name, args: {} }))
      },
      { text: "Read." }
    ]
  }
]

describe.skipIf(!existsSync("/proc/self/status"))("recording a result of 16 MiB, with secrets in it", () => {
  test.each(["bun", "deno", "node"] as const)("takes less than 600 MiB on %s", async (runtime) => {
    await using place = await studio({ scripts })
    const MEASURED = join(place.folder, "measured.json")
    const env = { MEASURED, SERVICE_TOKEN: secret }
    const { code, stderr } = await place.run(suite, ["--record", "--filter", "reads rows"], { runtime, env })
    assert.equal(code, 0, stderr)
    const { peak_mib } = JSON.parse(readFileSync(MEASURED, "utf8"))
    assert.ok(peak_mib > 50 && peak_mib < 600, `${peak_mib} MiB`)
    const cassette = place.files().get("cassettes/large/reads-rows/claude-sonnet-4-5.jsonl") ?? ""
    assert.ok(cassette.length > 15 * MEBIBYTE, `${cassette.length} characters`)
    assert.equal(cassette.split("[REDACTED:SERVICE_TOKEN:").length - 1, 4)
    assert.ok(!cassette.includes(secret) && !cassette.includes(Buffer.from(`user:${secret}`).toString("base64")))
  })
})
