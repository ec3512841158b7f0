/**
 * A stand-in for the API of a forge on loopback: it keeps comments of a pull request, and refuses as it is told.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Refusal {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly message: string
}

interface Comment {
  readonly id: number
  readonly user: { readonly login: string }
  body: string
}

export interface Asked {
  readonly method: string
  readonly path: string
  readonly token: string | undefined
}

/** `refuse` is asked for each request, counted from 1. Closed by `await using`. */
export const startForge = async (
  refuse: (number: number, asked: Asked) => Refusal | undefined = () => undefined,
  before: ReadonlyArray<string | { readonly body: string; readonly by: string }> = [],
  /** Undefined for the token of a job, which may not ask who it is. */
  login?: string,
  /** Of the addresses of comments. */
  query = ""
) => {
  const user = { login: login ?? "github-actions[bot]" }
  const comments: Array<Comment> = before.map((one, at) =>
    typeof one === "string" ? { id: at + 1, user, body: one } : { id: at + 1, user: { login: one.by }, body: one.body }
  )
  const asked: Array<Asked> = []
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const piece of request.setEncoding("utf8")) text += piece
    const url = new URL(request.url ?? "", "http://forge")
    const one = { method: request.method ?? "", path: url.pathname, token: request.headers.authorization }
    asked.push(one)
    const answer = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(JSON.stringify(body))
    }
    const refusal = refuse(asked.length, one)
    if (refusal !== undefined) return answer(refusal.status, { message: refusal.message }, refusal.headers)
    if (one.path.endsWith("/user")) {
      return login === undefined
        ? answer(403, { message: "Resource not accessible by integration" })
        : answer(200, user)
    }
    if (one.method === "GET") {
      const [size, page] = [Number(url.searchParams.get("per_page")), Number(url.searchParams.get("page"))]
      return answer(200, comments.slice(size * (page - 1), size * page))
    }
    const { body } = JSON.parse(text)
    const old = comments.find(({ id }) => one.path.endsWith(`/issues/comments/${id}`))
    if (one.method === "PATCH" && old !== undefined) old.body = body
    else comments.push({ id: comments.length + 1, user, body })
    answer(old === undefined ? 201 : 200, { html_url: `http://forge/pull/7${query}#${old?.id ?? comments.length}` })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    /** Its address has a path, as that of a forge of one's own. */
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    comments,
    asked,
    [Symbol.asyncDispose]: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
