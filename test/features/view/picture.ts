/**
 * Makes the picture of a recording in progress that the documentation shows: `bun run test/features/view/picture.ts`.
 */
import { join } from "node:path"
import { eventually } from "../../processes.ts"
import { launch } from "../html/browser.ts"
import { root } from "../../app/project.ts"
import { CASSETTE, recordedProject } from "./recorded.ts"
import { lookAt, viewing } from "./viewing.ts"

using user = recordedProject(20)
const recording = user.record(4)
const view = await viewing(user.folder)
const browser = await launch()
for (const run of [1, 2, 3, 4, 5]) user.release(run)
const { page } = await lookAt(browser, view, `?live=${encodeURIComponent(CASSETTE)}`)
await eventually(async () => (await page.locator(".kept-run").count()) === 5)
await eventually(async () => (await page.locator(".so-far.answered").count()) === 4)
await eventually(async () => (await page.getByRole("alert").count()) === 0)
await page.setViewportSize({ width: 1100, height: 760 })
await page.screenshot({ path: join(root, "docs/images/view.png") })
await browser.close()
recording.child.kill("SIGINT")
await recording.finished
await view.end()
