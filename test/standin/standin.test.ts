import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { join } from "node:path"
import type { JsonObject } from "../../src/base/domain/Json.ts"
import type { Script } from "../../src/engine/layers/scripted/model.ts"
import type { Suite } from "../../src/language/dsl/suite.ts"
import red from "../../suites/red.ts"
import weather from "../../suites/weather.ts"
import { compiledOf } from "../suites.ts"
import { cut, dropped, status } from "./faults.ts"
import { startStandin } from "./standin.ts"

const script = (word: string): Script => ({
  turns: [{ calls: [{ server: "s", name: "t", args: { word } }] }, { text: word }]
})

const post = async (url: string, messages: ReadonlyArray<JsonObject>, model = "m"): Promise<Said> => {
  const body = JSON.stringify({ model, messages, stream: false })
  const response = await fetch(`${url}/v1/messages`, { method: "POST", body })
  return (await response.json()) as Said
}

/** Of what was said, what these tests look at. */
interface Said {
  readonly content: ReadonlyArray<{ readonly text: string; readonly input: Readonly<Record<string, string>> }>
  readonly error: { readonly message: string }
}

const hello = { role: "user", content: "Hello?" }
const first = async (url: string): Promise<string | undefined> => (await post(url, [hello])).content[0]?.input.word
const second = async (url: string, id: string): Promise<string | undefined> =>
  (await post(url, [hello, { role: "assistant", content: [{ type: "tool_use", id }] }])).content[0]?.text

describe("the stand-in", () => {
  test("assigns its scripts in the order in which conversations begin, in rotation", async () => {
    const { close, url } = await startStandin({ scripts: () => [script("one"), script("two")] })
    const words = [await first(url), await first(url), await first(url)]
    await close()
    assert.deepEqual(words, ["one", "two", "one"])
  })

  test("finds the script of a conversation by the ids of its calls", async () => {
    const { close, url } = await startStandin({ scripts: () => [script("one"), script("two")] })
    const words = await Promise.all([second(url, "toolu_r2_t1_1"), second(url, "toolu_r1_t1_1")])
    await close()
    assert.deepEqual(words, ["two", "one"])
  })

  test("assigns no script to an answer that is lost", async () => {
    const faults = [status(500), dropped, cut]
    const { close, requests, url } = await startStandin({
      scripts: () => [script("one"), script("two")],
      faults: (number) => faults[number - 1]
    })
    await post(url, [hello])
    await assert.rejects(post(url, [hello]))
    await assert.rejects(post(url, [hello]))
    const words = [await first(url), await first(url)]
    await close()
    assert.deepEqual([words, requests.length], [["one", "two"], 5])
  })

  test("answers with an error to an unknown question, and past the end of a script", async () => {
    const scripts = ({ model }: { readonly model: unknown }) => (model === "m" ? [script("one")] : [])
    const { close, url } = await startStandin({ scripts })
    const [unknown, over] = await Promise.all([
      post(url, [hello], "other"),
      post(url, [hello, { role: "assistant", content: [{ type: "tool_use", id: "toolu_r1_t2_1" }] }])
    ])
    await close()
    assert.equal(unknown.error.message, 'There is no script for other and "Hello?".')
    assert.equal(over.error.message, "The script has ended.")
  })

  test("as a command prints its address, and knows the shipped suites by their prompts", async () => {
    const command = spawn(process.execPath, ["run", join(import.meta.dirname, "main.ts")], { stdio: "pipe" })
    const url = await new Promise<string>((resolve) => {
      command.stdout.once("data", (data) => resolve(String(data).trim()))
    })
    const asked = async (suite: Suite) => {
      const [cell] = compiledOf(suite).plan.cells
      const question = { role: "user", content: cell?.behaviour.prompt ?? "" }
      return (await post(url, [question], cell?.model)).content[1]?.input.city
    }
    const cities = [await asked(weather), await asked(red), await asked(red)]
    command.kill()
    assert.deepEqual(cities, ["Sacramento", "Sacramento", "Sacremento"])
  })
})
