/**
 * Images of files, for prompts.
 */
import { afterAll, describe, test } from "bun:test"
import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { agent, command, driver, image, suite, turns } from "passhat"
import { issuesOf } from "../../suites.ts"
import { weather } from "../../types/servers.ts"

const folder = mkdtempSync(join(tmpdir(), "passhat-images-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
writeFileSync(join(folder, "package.json"), "{}")
const filename = join(folder, "suite.ts")
const meta = { url: pathToFileURL(filename).href, filename, main: false }

const made = (name: string, bytes: Uint8Array | string) => {
  writeFileSync(join(folder, name), bytes)
  return image(meta, name)
}
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk", "base64")
const messages = (prompt: unknown, more: object = { model: "claude-m" }) =>
  issuesOf(suite("s", agent("a", { servers: [weather], prompt, ...more } as never))).map(({ message }) => message)

describe("an image of a file", () => {
  test.each([
    ["a.jpg", png, "image/png"],
    ["b.png", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]), "image/jpeg"],
    ["c", Buffer.from("GIF89a..."), "image/gif"],
    ["d", Buffer.from("RIFF....WEBPVP8 "), "image/webp"]
  ])("%s has the type that its bytes tell, its hash and its size", (name, bytes, type) => {
    const one = made(name, bytes)
    assert.deepEqual(
      [one.flaws, one.media_type, one.bytes, one.sha256, one.base64],
      [undefined, type, bytes.length, createHash("sha256").update(bytes).digest("hex"), bytes.toString("base64")]
    )
  })

  test.each([
    [
      "that is not there",
      () => image(meta, "none.png"),
      /image "none.png": there is no such file, or it cannot be read/
    ],
    ["of another type", () => made("e.png", "<svg/>"), /image "e.png": the file is no PNG, JPEG, GIF or WebP/],
    [
      "that is too large",
      () => made("f.png", Buffer.alloc(5 * 1024 * 1024 + 1)),
      /"f.png": the file has 5242881 bytes/
    ],
    ["without a path", () => image(meta, ""), /its second argument is "", expected a text/],
    ["of no module", () => image({} as never, "a.jpg"), /image: its first argument is/]
  ])("%s is refused with one sentence", (_, make, message) => {
    const found = messages(["What is it?", make()])
    assert.equal(found.length, 1, found.join())
    assert.match(found[0] ?? "", message)
  })

  test("is refused in a message of turns as well, and where none is expected", () => {
    const talks = agent("a", { model: "claude-m", servers: [weather], prompt: "p" })
    const said = turns(["And this?", image(meta, "none.png")])
    assert.match(issuesOf(suite("s", talks.pipe(said)))[0]?.message ?? "", /"none.png": there is no such file/)
    assert.match(messages([made("a.jpg", png)])[0] ?? "", /prompt\[0\] is an object, expected a text/)
    assert.match(messages(["What?", "a.jpg"])[0] ?? "", /prompt\[1\] is "a.jpg", expected what image\(\.\.\.\) makes/)
    assert.match(messages([])[0] ?? "", /prompt is a list, expected a text/)
  })

  test("goes only to drivers that take images", () => {
    const prompt = ["What is it?", made("a.jpg", png)]
    const drive = () => "A dot."
    assert.match(messages(prompt, { driver: driver("d", "1", drive) })[0] ?? "", /its driver takes only text/)
    assert.match(messages(prompt, { driver: command(["x"]) })[0] ?? "", /a command gets its messages as text/)
    const able = messages(prompt, { driver: driver("d", "1", drive, { images: true }) })
    assert.ok(
      able.every((message) => !message.includes("image")),
      able.join()
    )
  })
})
