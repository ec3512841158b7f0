/**
 * docs/architecture.md: its table of rooms equals the table in test/rooms.ts, and the files that it names exist.
 */
import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { appRooms, rooms } from "../rooms.ts"
import { read, root } from "./blocks.ts"

const page = read("docs/architecture.md")
const namesIn = (cell = ""): ReadonlyArray<string> => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => name)

describe("docs/architecture.md", () => {
  test("has a row for every room, with its permitted imports and its purity", () => {
    const section = page.split(/^## /m).find((text) => text.startsWith("Rooms\n")) ?? assert.fail("there is a section")
    const rows = Array.from(section.matchAll(/^\| `.*$/gm), ([row]) => {
      const [, room, , imported = "", pure] = row.split("|").map((cell) => cell.trim())
      const [imports, later] = imported.split("; later ")
      assert.ok(pure === "yes" || pure === "no", row)
      return [
        ...namesIn(room),
        {
          imports: namesIn(imports),
          ...(later !== undefined && { later: namesIn(later) }),
          pure: pure === "yes"
        }
      ]
    })
    assert.deepEqual(
      rows,
      Object.entries(rooms).filter(([room]) => !room.startsWith("app/"))
    )
  })

  test("names the folders of the app in the order in which they import each other", () => {
    assert.ok(page.includes(`in one direction: ${appRooms.map((room) => `\`${room}\``).join(", ")}.`))
  })

  test("names files and folders that exist", () => {
    const files = namesIn(page.replace(/^```[^]*?^```$/gm, "")).filter((name) =>
      /^(?:src|test|docs)\/[^<]*$/.test(name)
    )
    assert.ok(files.length > 30)
    assert.deepEqual(
      files.filter((file) => !existsSync(join(root, file))),
      []
    )
  })

  test("has each heading once", () => {
    const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading]) => heading)
    assert.deepEqual(headings, [...new Set(headings)])
  })
})
