/**
 * The page in a real browser, opened from a file: its requests, its errors, and its appearance.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Browser, chromium, type Page } from "playwright-core"
import type { Trends } from "../../../src/base/domain/verdict/History.ts"
import type { Report } from "../../../src/base/domain/verdict/Verdict.ts"
import { html } from "../../../src/features/html/html.ts"
import type { Baseline } from "../../../src/edges/report/Reporter.ts"
import { plain, renderText } from "../../edges/report/sample.ts"

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync)

/** Without a browser, the tests of the page are skipped. */
export const hasBrowser = executablePath !== undefined
if (!hasBrowser) console.log("The tests of the html page are skipped: there is no Chromium in /usr/bin.")

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

export const launch = (): Promise<Browser> => chromium.launch({ executablePath: executablePath ?? "", args: flags })

export interface Opened {
  readonly page: Page
  /** Errors, warnings, dialogs and requests for anything but the file itself. */
  readonly complaints: ReadonlyArray<string>
}

export interface OpenOptions {
  readonly width?: number
  readonly colorScheme?: "light" | "dark"
  readonly hash?: string
  readonly baseline?: Baseline
  readonly trends?: Trends
  /** Runs in the page before its own script. */
  readonly before?: () => void
  /** Changes the text of the page. */
  readonly change?: (text: string) => string
}

export const open = async (
  browser: Browser,
  report: Report,
  {
    baseline,
    before,
    change = (text) => text,
    colorScheme = "light",
    hash = "",
    trends,
    width = 1280
  }: OpenOptions = {}
): Promise<Opened> => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-page-"))
  const file = join(folder, "report.html")
  writeFileSync(
    file,
    change(
      renderText(html, report, {
        ...plain,
        ...(baseline !== undefined && { baseline }),
        ...(trends !== undefined && { trends })
      })
    )
  )
  const page = await browser.newPage({ viewport: { width, height: 860 }, colorScheme, reducedMotion: "reduce" })
  const complaints: Array<string> = []
  const own = pathToFileURL(file).href
  page.on("console", (message) => complaints.push(`console ${message.type()}: ${message.text()}`))
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`))
  page.on("request", (request) => request.url().split("#")[0] === own || complaints.push(`request: ${request.url()}`))
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("close", () => rmSync(folder, { recursive: true, force: true }))
  if (before !== undefined) await page.addInitScript(before)
  await page.goto(`${own}${hash}`)
  await page.locator("#cell").waitFor()
  return { page, complaints }
}

/** For people to look at, where they set SCREENSHOTS; not kept. */
export const screenshot = async (page: Page, name: string): Promise<void> => {
  if (process.env["SCREENSHOTS"] === undefined) return
  const folder = join(import.meta.dirname, ".screenshots")
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
