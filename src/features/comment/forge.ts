/**
 * Comments on a pull request, through the REST API of GitHub or of a server that speaks it.
 */
import * as Effect from "effect/Effect"
import { isObject } from "../../base/std/Json.ts"
import { askForge, type Forge } from "./askForge.ts"

export interface PullRequest extends Forge {
  /** `owner/name`. */
  readonly repository: string
  readonly number: number
}

const PAGE = 100
/** Of comments that are looked through for the one to replace. */
const MOST_PAGES = 50

/** Replaces the comment of its own account that begins with the marker, or writes the first one. Returns its address. */
export const putComment = Effect.fnUntraced(function* (on: PullRequest, marker: string, text: string) {
  const body = `${marker}\n${text}`
  const comments = `repos/${on.repository}/issues/${on.number}/comments`
  const old = yield* findComment(on, comments, marker)
  const written = yield* old === undefined
    ? askForge(on, "POST", comments, { body })
    : askForge(on, "PATCH", `repos/${on.repository}/issues/comments/${old}`, { body })
  const address = isObject(written) ? written["html_url"] : undefined
  return { address: typeof address === "string" ? address : "", isNew: old === undefined }
})

/** Anybody can write the marker: a comment of somebody else is left as it is. The account is asked for once a comment has the marker. */
const findComment = Effect.fnUntraced(function* (on: PullRequest, comments: string, marker: string) {
  let own: string | undefined
  for (let page = 1; page <= MOST_PAGES; page++) {
    const found = yield* askForge(on, "GET", `${comments}?per_page=${PAGE}&page=${page}`)
    const list = Array.isArray(found) ? found.filter(isObject) : []
    const marked = list.filter(({ body, id }) => isWith(body, marker) && Number.isSafeInteger(id))
    if (marked.length > 0) own ??= yield* ownLogin(on)
    const ours = marked.find(({ user }) => own !== undefined && isObject(user) && user["login"] === own)
    if (ours !== undefined) return Number(ours["id"])
    if (list.length < PAGE) return undefined
  }
  return undefined
})

/** The token of a job is no user's, and may not ask who it is: it writes as the account of GitHub Actions. */
const JOB = "github-actions[bot]"

const ownLogin = (on: PullRequest) =>
  Effect.catch(
    Effect.map(askForge(on, "GET", "user"), (user) => {
      const login = isObject(user) ? user["login"] : undefined
      return typeof login === "string" ? login : undefined
    }),
    (error) => (error.reason === "forbidden" ? Effect.succeed(JOB) : Effect.fail(error))
  )

const isWith = (body: unknown, marker: string): boolean =>
  typeof body === "string" && body.replaceAll("\r\n", "\n").startsWith(`${marker}\n`)
