/**
 * Images of the user, as each provider receives them.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import type { JsonObject } from "../../../src/base/domain/Json.ts"
import type { Message } from "../../../src/engine/services/Model.ts"
import { startStandin } from "../../standin/standin.ts"
import { answerTo, failureOf, type Kind, kinds } from "./asking.ts"

const looks: Message = { role: "user", text: "What is it?", images: [{ type: "image/png", data: "iVBORw0K" }] }

const contents: Readonly<Record<Kind, JsonObject>> = {
  anthropic: {
    role: "user",
    content: [
      { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0K" } },
      { type: "text", text: "What is it?" }
    ]
  },
  openai: {
    role: "user",
    content: [
      { type: "input_image", detail: "auto", image_url: "data:image/png;base64,iVBORw0K" },
      { type: "input_text", text: "What is it?" }
    ]
  },
  openai_compatible: {
    role: "user",
    content: [
      { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0K" } },
      { type: "text", text: "What is it?" }
    ]
  }
}

describe("an image of the user", () => {
  test.each(kinds)("reaches %s with its bytes", async (kind) => {
    const standin = await startStandin({ scripts: () => [{ turns: [{ text: "A dot." }] }] })
    const { text } = await answerTo({ kind, url: standin.url, messages: [looks] })
    await standin.close()
    assert.equal(text, "A dot.")
    const body: JsonObject = standin.requests[0]?.body ?? {}
    const sent = (body["messages"] ?? body["input"]) as ReadonlyArray<JsonObject>
    assert.deepEqual(
      sent.filter(({ role }) => role === "user"),
      [contents[kind]]
    )
  })

  test("is not asked about where its bytes are not at hand", async () => {
    const messages: ReadonlyArray<Message> = [{ ...looks, images: [{ type: "image/png", data: "" }] } as Message]
    const { message } = await failureOf({ kind: "anthropic", url: "http://127.0.0.1:9", messages })
    assert.match(message, /an image of the user is not at hand here/)
  })
})
