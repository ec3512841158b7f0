/**
 * `passhat view` as a real process over a project, asked by programs and by a real browser.
 */
import type { Browser, Page } from "playwright-core"
import type { Runtime } from "../../app/everyRuntime.ts"
import { type Finished, startPasshat } from "../../app/project.ts"

export interface Viewing {
  /** With the token behind #. */
  readonly url: string
  readonly origin: string
  readonly token: string
  readonly pid: number
  /** Asks as the page does; `headers` are added, and replace those of the page. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly json: <A>(path: string) => Promise<A>
  readonly end: (signal?: NodeJS.Signals) => Promise<Finished>
}

export const viewing = async (
  folder: string,
  args: ReadonlyArray<string> = [],
  runtime: Runtime = "bun",
  env: Readonly<Record<string, string>> = {}
): Promise<Viewing> => {
  const started = startPasshat(runtime, ["view", folder, ...args], { cwd: folder, env })
  const url = await new Promise<string>((resolve, reject) => {
    let text = ""
    started.child.stdout?.on("data", (chunk) => {
      text += String(chunk)
      if (text.includes("\n")) resolve(text.trim())
    })
    void started.finished.then(({ code, stderr }) => reject(new Error(`passhat view ended with ${code}: ${stderr}`)))
  })
  const { hash, origin } = new URL(url)
  const token = hash.replace("#token=", "")
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) }
    })
  return {
    url,
    origin,
    token,
    pid: started.child.pid ?? 0,
    ask,
    json: async (path) => (await ask(path)).json() as never,
    end: (signal = "SIGINT") => {
      started.child.kill(signal)
      return started.finished
    }
  }
}

export interface Looking {
  readonly page: Page
  /** Errors, warnings, dialogs, and requests for anything but the server. */
  readonly complaints: ReadonlyArray<string>
}

export const lookAt = async (
  browser: Browser,
  { origin, url }: Pick<Viewing, "origin" | "url">,
  path = "",
  { colorScheme = "light", width = 1280 }: { readonly colorScheme?: "light" | "dark"; readonly width?: number } = {}
): Promise<Looking> => {
  const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme, reducedMotion: "reduce" })
  const complaints: Array<string> = []
  // A browser reports an answer that says what is wrong with a file; the page shows it.
  page.on(
    "console",
    (message) => message.text().includes("422") || complaints.push(`console ${message.type()}: ${message.text()}`)
  )
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`))
  page.on(
    "request",
    (request) =>
      request.url().startsWith(`${origin}/`) ||
      request.url() === "data:," ||
      complaints.push(`request: ${request.url()}`)
  )
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(url)
  if (path !== "") await page.goto(`${origin}/${path}`)
  return { page, complaints }
}
