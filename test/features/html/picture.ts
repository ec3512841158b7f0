/**
 * Makes the pictures of the page that the documentation shows: `bun run test/features/html/picture.ts`.
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { launch, open } from "./browser.ts"
import { everything, FIRST } from "./reports.ts"

const folder = join(import.meta.dirname, "../../../docs/images")
mkdirSync(folder, { recursive: true })
const browser = await launch()
const { page } = await open(browser, everything())
await page.setViewportSize({ width: 1280, height: 1620 })
await page.screenshot({ path: join(folder, "report.png") })
const opened = await open(browser, everything(), { hash: `${FIRST}/7`, colorScheme: "dark", width: 1120 })
await opened.page.setViewportSize({ width: 1120, height: 640 })
await opened.page.getByRole("dialog").waitFor()
await opened.page.screenshot({ path: join(folder, "run.png") })
await browser.close()
