import { describe, test } from "bun:test"
import assert from "node:assert/strict"
import { toolChanges, unrecordedServers } from "../../../src/engine/cassette/toolChanges.ts"
import type { ListedToolInfo, ServerInfo } from "../../../src/base/domain/recording/Cassette.ts"

const tool: ListedToolInfo = { name: "search", input_schema_sha256: "aa", description_sha256: "bb" }
const listing = (...tools: ReadonlyArray<ListedToolInfo>): ServerInfo => ({ name: "docs", version: "1", tools })
const recorded = [listing(tool)]

const sentences = (...today: ReadonlyArray<ServerInfo>): ReadonlyArray<string> =>
  toolChanges(recorded, today).map(({ what }) => what)

describe("a tool that is listed as recorded", () => {
  test("has no change if only the version of its server or the order of tools differs", () => {
    const other = { name: "fetch", input_schema_sha256: "cc" }
    assert.deepEqual(toolChanges([listing(tool, other)], [{ ...listing(other, tool), version: "2" }]), [])
  })
})

describe("a change names", () => {
  const { description_sha256: _, ...silent } = tool
  test.each<[string, ListedToolInfo, string]>([
    ["a description", { ...tool, description_sha256: "cc" }, "its description has changed"],
    ["a description that is gone", silent, "its description is gone"],
    ["a schema", { ...tool, input_schema_sha256: "cc" }, "its input schema has changed"],
    [
      "annotations",
      { ...tool, annotations: { readOnlyHint: true } },
      'annotations was absent and is now {"readOnlyHint":true}'
    ],
    [
      "everything at once",
      { name: "search", input_schema_sha256: "cc", description_sha256: "dd", annotations: {} },
      "its description has changed; its input schema has changed; annotations was absent and is now {}"
    ]
  ])("%s", (_what, today, parts) => {
    assert.deepEqual(sentences(listing(today)), [`docs.search is not listed as recorded: ${parts}`])
  })

  test("a description that is new, and the one annotation that differs", () => {
    const before = listing({ ...silent, annotations: { readOnlyHint: true, title: "Search" } })
    const after = listing({ ...tool, annotations: { readOnlyHint: false, title: "Search" } })
    assert.deepEqual(toolChanges([before], [after]), [
      {
        server: "docs",
        tool: "search",
        what:
          "docs.search is not listed as recorded: its description is new; " +
          "annotations.readOnlyHint was true and is now false"
      }
    ])
  })

  test("tools that are new or gone, by name", () => {
    const [find, ask] = ["find", "ask"].map((name) => ({ ...tool, name }))
    assert.deepEqual(sentences(listing(find!, ask!)), ["docs.ask is new", "docs.find is new", "docs.search is gone"])
    assert.deepEqual(sentences(listing()), ["docs.search is gone"])
  })

  test("the instructions of a server", () => {
    assert.deepEqual(toolChanges(recorded, [{ ...listing(tool), instructions: "Search first." }]), [
      {
        server: "docs",
        what: 'The text of the instructions of docs was absent and is now "Search first."'
      }
    ])
  })
})

test("a server whose tools are not recorded is not compared, and is listed as unrecorded", () => {
  const bare: ServerInfo = { name: "docs", version: "1" }
  assert.deepEqual(toolChanges([bare], recorded), [])
  assert.deepEqual(unrecordedServers([bare], recorded), ["docs"])
  assert.deepEqual(unrecordedServers([], recorded), ["docs"])
  assert.deepEqual(unrecordedServers(recorded, [listing()]), [])
})
