/**
 * What servers list otherwise than when a recording was made: the recorded model was offered something else than today's
 * would be. A recording keeps hashes of descriptions and schemas, so it tells that they have changed, and not from what.
 */
import type { ListedToolInfo, ServerInfo } from "../../base/domain/recording/Cassette.ts"
import { differences } from "../../base/std/differences.ts"
import { phraseDifference } from "./explain/phraseDifference.ts"

/** A change of one tool, or of a server itself. */
export interface ToolChange {
  readonly server: string
  readonly tool?: string
  /** A sentence without its full stop. */
  readonly what: string
}

/** In the order of the servers, by name of the tool. A server whose tools are not recorded is not compared. */
export const toolChanges = (
  recorded: ReadonlyArray<ServerInfo>,
  today: ReadonlyArray<ServerInfo>
): ReadonlyArray<ToolChange> =>
  today.flatMap((server) => {
    const before = recorded.find(({ name }) => name === server.name)
    return before?.tools === undefined ? [] : serverChanges(before, before.tools, server)
  })

/** Names of servers that list tools today, and of whose tools nothing is recorded. */
export const unrecordedServers = (
  recorded: ReadonlyArray<ServerInfo>,
  today: ReadonlyArray<ServerInfo>
): ReadonlyArray<string> =>
  today.map(({ name }) => name).filter((name) => recorded.find((server) => server.name === name)?.tools === undefined)

const serverChanges = (
  recorded: ServerInfo,
  tools: ReadonlyArray<ListedToolInfo>,
  { instructions, name: server, tools: listed = [] }: ServerInfo
): ReadonlyArray<ToolChange> => {
  const [before, after] = [tools, listed].map((all) => new Map(all.map((tool) => [tool.name, tool])))
  const names = [...new Set([...before!.keys(), ...after!.keys()])].toSorted()
  return [
    ...instructionChanges(server, recorded.instructions, instructions),
    ...names.flatMap((tool): ReadonlyArray<ToolChange> => {
      const [was, is] = [before!.get(tool), after!.get(tool)]
      const named = `${server}.${tool}`
      if (was === undefined) return [{ server, tool, what: `${named} is new` }]
      if (is === undefined) return [{ server, tool, what: `${named} is gone` }]
      const parts = partsChanged(was, is)
      return parts.length === 0
        ? []
        : [{ server, tool, what: `${named} is not listed as recorded: ${parts.join("; ")}` }]
    })
  ]
}

const instructionChanges = (
  server: string,
  before: string | undefined,
  after: string | undefined
): ReadonlyArray<ToolChange> =>
  differences({ ...(before !== undefined && { text: before }) }, { ...(after !== undefined && { text: after }) }).map(
    (change) => ({ server, what: phraseDifference({ ...change, path: `The text of the instructions of ${server}` }) })
  )

const partsChanged = (was: ListedToolInfo, is: ListedToolInfo): ReadonlyArray<string> => [
  ...(was.description_sha256 === is.description_sha256 ? [] : [descriptionChange(was, is)]),
  ...(was.input_schema_sha256 === is.input_schema_sha256 ? [] : ["its input schema has changed"]),
  ...differences(annotationsOf(was), annotationsOf(is)).map((change) => phraseDifference(change))
]

const descriptionChange = (was: ListedToolInfo, is: ListedToolInfo): string => {
  if (was.description_sha256 === undefined) return "its description is new"
  return is.description_sha256 === undefined ? "its description is gone" : "its description has changed"
}

const annotationsOf = ({ annotations }: ListedToolInfo) => (annotations === undefined ? {} : { annotations })
