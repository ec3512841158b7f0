/**
 * The items of OpenAI's Responses as steps. An answer begins at a message of the assistant, or at a call that follows words of the
 * user or a result: so every answer is one turn, also one without words.
 */
import type { Json, JsonObject } from "../../../base/domain/Json.ts"
import { listOf, nameOf, objectOf, textOf, wordsIn } from "../../../edges/telemetry/fields.ts"
import { finding, type Finding, type Place, type SeenTool, within } from "../../../edges/telemetry/Item.ts"
import type { AnswerStep, ResultStep, Step, StepCall } from "./Step.ts"

export interface ResponsesSteps {
  readonly steps: ReadonlyArray<Step>
  readonly system?: string
  /** Those that the provider listed of its servers. */
  readonly tools: ReadonlyArray<SeenTool>
  readonly findings: ReadonlyArray<Finding>
  /** Questions whether a call may be made: if it may, the call follows. */
  readonly except: ReadonlySet<Json>
}

export const responsesSteps = (items: ReadonlyArray<Json>, place: Place): ResponsesSteps => {
  const steps: Array<Step> = []
  const except = new Set<Json>()
  const [system, tools, findings]: [Array<string>, Array<SeenTool>, Array<Finding>] = [[], [], []]
  /** The answer that calls are added to; undefined behind words of the user and results. */
  let answer: Growing | undefined
  const begin = (text: string): Growing => {
    answer = { kind: "answer", text, calls: [], ran: [], usage: undefined }
    steps.push(answer)
    return answer
  }
  items.forEach((item, at) => {
    const fields = objectOf(item)
    const { role, type = "message" } = fields
    if (type === "message" && role === "assistant") begin(wordsIn(fields["content"]))
    else if (type === "message" && role === "user") {
      answer = undefined
      steps.push({ kind: "user", text: wordsIn(fields["content"]) })
    } else if (type === "message" && (role === "system" || role === "developer"))
      system.push(wordsIn(fields["content"]))
    else if (type === "function_call") {
      const id = textOf(fields["call_id"]) ?? ""
      ;(answer ?? begin("")).calls.push({ id, name: nameOf(fields["name"]) ?? "", args: fields["arguments"] })
    } else if (typeof type === "string" && type.endsWith("_call_output")) {
      answer = undefined
      steps.push({ kind: "result", id: textOf(fields["call_id"]) ?? "", content: fields["output"] })
    } else if (type === "mcp_list_tools") tools.push(...listedTools(fields))
    else if (typeof type === "string" && type.endsWith("_call")) {
      const ran = answer ?? begin("")
      ran.calls.push(otherCall(type, fields))
      if (isAnswered(fields)) ran.ran.push(providerResult(fields))
    } else if (type !== "reasoning") {
      if (type === "mcp_approval_request") except.add(item)
      findings.push(finding(`an item of the type ${JSON.stringify(type)}`, within(place, at)))
    }
  })
  return { steps, ...(system.length > 0 && { system: system.join("\n\n") }), tools, findings, except }
}

interface Growing extends AnswerStep {
  readonly calls: Array<StepCall>
  readonly ran: Array<ResultStep>
}

/** Whether the item has the result of its call, too. */
const isAnswered = (fields: JsonObject): boolean =>
  "output" in fields || "error" in fields || (fields["call_id"] === undefined && fields["status"] === "completed")

/**
 * A call that ran at the provider, of an MCP server that it connected to or of its own, or a call of a tool that the provider knows and the
 * client ran. The input of a custom tool is any text.
 */
const otherCall = (type: string, fields: JsonObject): StepCall => {
  const { action, arguments: given, call_id, code, id, input, name, queries, server_label } = fields
  const own = { ...(code !== undefined && { code }), ...(queries !== undefined && { queries }) }
  return {
    id: textOf(isAnswered(fields) ? id : (call_id ?? id)) ?? "",
    name: nameOf(name) ?? type.replace(/_call$/, ""),
    args: given ?? (typeof input === "string" ? { input } : (input ?? action ?? own)),
    server: textOf(server_label) ?? ""
  }
}

const providerResult = ({ error, id, output, outputs, results }: JsonObject): ResultStep => ({
  kind: "result",
  id: textOf(id) ?? "",
  content: error !== null && error !== undefined ? error : (output ?? outputs ?? results),
  isError: error !== null && error !== undefined
})

const listedTools = ({ server_label, tools }: JsonObject): ReadonlyArray<SeenTool> =>
  listOf(tools).map((tool) => {
    const { description, input_schema, name } = objectOf(tool)
    return {
      server: textOf(server_label) ?? "",
      name: nameOf(name) ?? "",
      ...(typeof description === "string" && { description }),
      input_schema: objectOf(input_schema)
    }
  })
