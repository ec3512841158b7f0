/**
 * Asks the server of the page. The token comes behind # in the address that the user opens, which no browser sends; it is kept for
 * this origin alone.
 */
import { tryCatch } from "../../../base/std/tryCatch.ts"
import type { ApiProblem } from "../Api.ts"

const KEY = "passhat-view-token"
const GIVEN = /^#token=([\w-]+)$/

/** Takes the token out of the address, so that it is in no history and no picture of the screen. */
const takeToken = (): string => {
  const [, given] = GIVEN.exec(location.hash) ?? []
  if (given === undefined) return tryCatch(() => localStorage.getItem(KEY)) ?? ""
  tryCatch(() => localStorage.setItem(KEY, given))
  history.replaceState(null, "", `${location.pathname}${location.search}`)
  return given
}

const token = takeToken()

/** An address with another token was opened in this tab. */
addEventListener("hashchange", () => {
  if (GIVEN.test(location.hash)) location.reload()
})

export type Answered<A> = { readonly value: A } | { readonly problem: ApiProblem }

export type Query = Readonly<Record<string, string | number>>

export const ask = <A>(path: string, query: Query = {}): Promise<Answered<A>> =>
  sent(path, query, {}).then(async (response) => answeredWith<A>(response))

export const askText = (path: string, query: Query): Promise<Answered<string>> =>
  sent(path, query, {}).then(async (response) =>
    response?.ok === true ? { value: await response.text() } : answeredWith<string>(response)
  )

export const send = <A>(path: string, query: Query, body: BodyInit): Promise<Answered<A>> =>
  sent(path, query, { method: "POST", body }).then(async (response) => answeredWith<A>(response))

const sent = (path: string, query: Query, options: RequestInit): Promise<Response | undefined> => {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${path}?${asked}`, { ...options, headers }).catch(() => undefined)
}

const answeredWith = async <A>(response: Response | undefined): Promise<Answered<A>> => {
  if (response === undefined) return { problem: ENDED }
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok && json !== undefined) return { value: json as A }
  return { problem: (json as ApiProblem | undefined) ?? ENDED }
}

export const ENDED: ApiProblem = {
  what: "passhat view does not answer.",
  hint: "Start it again, and open its address."
}

/** Calls back whenever something has changed, and with what is wrong while the server does not answer. Waits while the page is hidden. */
export const onChanges = async (
  from: number,
  changed: (version: number) => void,
  lost: (problem: ApiProblem | undefined) => void
): Promise<never> => {
  let version = from
  let isLost = false
  for (;;) {
    await visible()
    const answered = await ask<{ readonly version: number }>("/api/changes", { since: version })
    if ("problem" in answered) {
      isLost = true
      lost(answered.problem)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      continue
    }
    if (isLost) lost(undefined)
    isLost = false
    if (answered.value.version === version) continue
    version = answered.value.version
    changed(version)
  }
}

/** A browser opens few connections at once, so that a page that is not looked at holds none. */
const visible = (): Promise<void> =>
  document.hidden
    ? new Promise<void>((resolve) =>
        document.addEventListener("visibilitychange", () => resolve(), { once: true })
      ).then(visible)
    : Promise.resolve()
