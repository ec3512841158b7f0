/**
 * Lists the tools of a server, page by page and within limits.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ListedToolInfo } from "../../../../base/domain/recording/Cassette.ts"
import { Json } from "../../../../base/domain/Json.ts"
import { canonicalJson } from "../../../../base/std/canonicalJson.ts"
import { deepPath } from "../../../../base/std/deepPath.ts"
import { sha256 } from "../../../../base/std/sha256.ts"
import { shorten } from "../../../../base/std/shorten.ts"

/** A tool's definition. Its hash shows when the server changes it. */
export const WireTool = Schema.Struct({
  name: Schema.String,
  title: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  inputSchema: Json,
  outputSchema: Schema.optionalKey(Json),
  annotations: Schema.optionalKey(Json)
})
export interface WireTool extends Schema.Schema.Type<typeof WireTool> {}

export const Page = Schema.Struct({
  tools: Schema.Array(WireTool),
  nextCursor: Schema.optionalKey(Schema.String)
})
export interface Page extends Schema.Schema.Type<typeof Page> {}

const PAGES = 100
const TOOLS = 10_000
const BYTES = 16 * 1024 * 1024
/** Of objects and lists inside each other in a tool. Schemas are read and written by functions that call themselves. */
const DEEPEST = 128

export const listTools = Effect.fnUntraced(function* <E>(
  requestPage: (cursor: string | undefined) => Effect.Effect<Page, E>
): Effect.fn.Return<ReadonlyArray<WireTool>, E | string> {
  const tools: Array<WireTool> = []
  const cursors = new Set<string>()
  let bytes = 0
  let cursor: string | undefined
  do {
    const page: Page = yield* requestPage(cursor)
    const deep = page.tools.find((tool) => deepPath(tool as unknown as Json, DEEPEST) !== undefined)
    if (deep !== undefined) {
      return yield* Effect.fail(`Its tool ${shorten(deep.name, 200)} is nested deeper than ${DEEPEST} levels.`)
    }
    tools.push(...page.tools)
    bytes += JSON.stringify(page).length
    cursor = page.nextCursor
    if (tools.length > TOOLS) return yield* Effect.fail(`It lists more than ${TOOLS} tools.`)
    if (bytes > BYTES) return yield* Effect.fail(`Its list of tools has more than ${BYTES} bytes.`)
    if (cursor !== undefined && cursors.has(cursor)) return yield* Effect.fail("Its list of tools repeats a page.")
    if (cursor !== undefined && cursors.add(cursor).size >= PAGES) {
      return yield* Effect.fail(`Its list of tools has more than ${PAGES} pages.`)
    }
  } while (cursor !== undefined)
  return tools
})

/** What a recording keeps of each tool: the same for the same definitions, in whatever order they are listed. */
export const listedInfo = (tools: ReadonlyArray<WireTool>): ReadonlyArray<ListedToolInfo> =>
  tools
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map(({ annotations, description, inputSchema, name }) => ({
      name,
      ...(annotations !== undefined && { annotations }),
      ...(description !== undefined && { description_sha256: sha256(description) }),
      input_schema_sha256: sha256(canonicalJson(inputSchema))
    }))
