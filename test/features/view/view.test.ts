import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { symlinkSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { eventually } from "../../processes.ts"
import { everyRuntime } from "../../app/everyRuntime.ts"
import { passhatOn, project } from "../../app/project.ts"
import type { ProjectAnswer } from "../../../src/features/view/Api.ts"
import { type Viewing, viewing } from "./viewing.ts"

setDefaultTimeout(60_000)

const RECORDING = "cassettes/weather/asks-for-the-weather/claude-sonnet-4-5.jsonl"
const REPORT = "out/run.json"

const reported = passhatOn("bun", ["run", "suites/weather.ts", "--with-traces", "--reporter", "json"])

const withReport = () => {
  const user = project()
  assert.equal(reported.code, 0)
  user.write(REPORT, reported.stdout)
  return user
}

/** Asks with exactly these headers, which `fetch` would not let us set. */
const raw = (
  { origin }: Viewing,
  path: string,
  headers: Readonly<Record<string, string>>,
  method = "GET"
): Promise<{ readonly status: number; readonly text: string }> =>
  new Promise((resolve, reject) => {
    const { host, port } = new URL(origin)
    request({ host: "127.0.0.1", port, path, method, headers: { host, ...headers } }, (response) => {
      let text = ""
      response.on("data", (chunk) => (text += String(chunk)))
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
    })
      .on("error", reject)
      .end()
  })

describe.concurrent("passhat view", () => {
  test("prints one line, the address of the page, and ends with 0 on Ctrl-C on every runtime", async () => {
    using user = project()
    for (const runtime of everyRuntime) {
      const view = await viewing(user.folder, [], runtime)
      assert.match(view.url, /^http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}$/)
      const { recordings, reports } = await view.json<ProjectAnswer>("/api/project")
      assert.deepEqual([reports.length, recordings.length], [0, 33], runtime)
      const { code, stderr, stdout } = await view.end()
      assert.deepEqual([code, stderr, stdout], [0, "", `${view.url}\n`], runtime)
    }
  })

  test("refuses whoever has no token, comes from another origin, or asks for another host", async () => {
    using user = withReport()
    const view = await viewing(user.folder)
    const authorization = `Bearer ${view.token}`
    const [own, { port }] = [view.origin, new URL(view.origin)]
    const api = [
      "/api/project",
      "/api/changes?since=0",
      `/api/overview?report=${REPORT}`,
      "/api/history",
      "/api/live",
      "/api/nothing"
    ]
    const strange: ReadonlyArray<readonly [number, Readonly<Record<string, string>>]> = [
      [401, {}],
      [401, { authorization: "Bearer " }],
      [401, { authorization: `Bearer ${view.token.slice(0, -1)}` }],
      [401, { authorization: view.token }],
      [403, { authorization, origin: "http://evil.example" }],
      [403, { authorization, origin: "null" }],
      [403, { authorization, origin: `http://127.0.0.1:${Number(port) + 1}` }],
      [403, { authorization, origin: own.replace("http:", "https:") }],
      [403, { authorization, host: "evil.example" }],
      [403, { authorization, host: `evil.example:${port}` }],
      [403, { authorization, host: "127.0.0.1" }],
      [403, { authorization, host: `127.0.0.1:${Number(port) + 1}` }],
      [403, { authorization, "sec-fetch-site": "cross-site" }],
      [403, { authorization, "sec-fetch-site": "same-site" }]
    ]
    for (const path of api) {
      for (const [status, headers] of strange) {
        const answered = await raw(view, path, headers)
        assert.equal(answered.status, status, `${path} ${JSON.stringify(headers)}`)
        assert.doesNotMatch(answered.text, /weather|cassettes|Sacramento/)
      }
    }
    assert.equal(
      (await raw(view, "/api/project", { authorization, origin: own, "sec-fetch-site": "same-origin" })).status,
      200
    )
    assert.equal((await raw(view, "/api/project", { authorization, host: `localhost:${port}` })).status, 200)
    const shell = await raw(view, "/", {})
    assert.equal(shell.status, 200)
    assert.doesNotMatch(shell.text, /weather\.ts|Sacramento/, "the page itself has no data")
    assert.ok(!shell.text.includes(view.token))
    assert.equal((await raw(view, "/", { host: "evil.example" })).status, 403)
    await view.end()
  })

  test("sends a policy that allows its own script and nothing from elsewhere, with every answer", async () => {
    using user = project()
    const view = await viewing(user.folder)
    for (const path of ["/", "/api/project", "/nothing"]) {
      const { headers } = await view.ask(path)
      assert.match(
        headers.get("content-security-policy") ?? "",
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
      )
      assert.deepEqual(
        ["cache-control", "x-content-type-options", "x-frame-options", "referrer-policy"].map((name) =>
          headers.get(name)
        ),
        ["no-store", "nosniff", "DENY", "no-referrer"]
      )
    }
    await view.end()
  })

  test("shows nothing that is outside of the folder, whatever is asked for", async () => {
    using user = withReport()
    using other = withReport()
    symlinkSync(join(other.folder, "out"), join(user.folder, "linked"))
    symlinkSync(join(other.folder, REPORT), join(user.folder, "link.json"))
    const view = await viewing(user.folder)
    const { reports } = await view.json<ProjectAnswer>("/api/project")
    assert.deepEqual(
      reports.map(({ file }) => file),
      [REPORT]
    )
    const outside = [
      join(other.folder, REPORT),
      `../${other.folder.split("/").at(-1)}/${REPORT}`,
      `out/../../${other.folder.split("/").at(-1)}/${REPORT}`,
      "linked/run.json",
      "link.json",
      "package.json",
      "/etc/passwd",
      "__proto__"
    ]
    for (const file of outside) {
      for (const kind of ["report", "recording", "dropped"]) {
        for (const path of ["overview", "summary", "cell"]) {
          const answered = await view.ask(`/api/${path}?${new URLSearchParams({ [kind]: file })}`)
          assert.equal(answered.status, 422, `${path} ${kind} ${file}`)
          assert.doesNotMatch(await answered.text(), /Sacramento|root:/)
        }
      }
      assert.equal((await view.ask(`/api/live?${new URLSearchParams({ file })}`)).status, 422)
      assert.equal(
        (await view.ask(`/api/overview?${new URLSearchParams({ report: REPORT, baseline: file })}`)).status,
        422
      )
    }
    await view.end()
  })

  test("changes nothing without --actions", async () => {
    using user = withReport()
    const view = await viewing(user.folder)
    for (const path of ["label", "record", "bless"]) {
      const answered = await view.ask(`/api/${path}?report=${REPORT}`, { method: "POST", body: "{}" })
      assert.equal(answered.status, 404)
      assert.match(await answered.text(), /Start it with --actions/)
      assert.equal((await view.ask(`/api/${path}?report=${REPORT}`)).status, 404)
    }
    for (const method of ["PUT", "DELETE", "PATCH"])
      assert.equal((await view.ask("/api/project", { method })).status, 404)
    assert.deepEqual((await view.json<ProjectAnswer>("/api/project")).actions, false)
    await view.end()
  })

  test("gives the cells that a page in a file has, byte for byte", async () => {
    using user = withReport()
    const { stdout } = passhatOn("bun", ["report", REPORT, "--reporter", "html"], { cwd: user.folder })
    const embedded = /id="cell-0">([^<]*)</.exec(stdout)?.[1]
    const view = await viewing(user.folder)
    const { version } = await view.json<{ readonly version: string }>(`/api/overview?report=${REPORT}`)
    const cell = await (await view.ask(`/api/cell?report=${REPORT}&at=0&version=${version}`)).text()
    assert.ok(cell.length > 100)
    assert.equal(cell, embedded)
    assert.equal((await view.ask(`/api/cell?report=${REPORT}&at=0&version=other`)).status, 422)
    assert.equal((await view.ask(`/api/cell?report=${REPORT}&at=99&version=${version}`)).status, 422)
    await view.end()
  })

  test("does not call a report green that it has not read whole, and says what is wrong with one", async () => {
    using user = withReport()
    user.write("cut.json", user.read(REPORT).slice(0, -40))
    user.write(
      "forged.json",
      user
        .read(REPORT)
        .replaceAll('"verdict":"pass"', '"verdict":"fail"')
        .replace(/"verdict":"fail"(?=,"version":1\}\s*$)/, '"verdict":"pass"')
    )
    user.write("other.json", `{ "format": "something else" }`)
    const view = await viewing(user.folder)
    const { reports } = await view.json<ProjectAnswer>("/api/project")
    assert.deepEqual(reports.map(({ file }) => file).toSorted(), ["cut.json", "forged.json", REPORT].toSorted())
    for (const file of ["cut.json", "forged.json"]) {
      const summary = await view.ask(`/api/summary?report=${file}`)
      assert.equal(summary.status, 422, file)
      const { what } = (await summary.json()) as { readonly what: string }
      assert.ok(what.startsWith(file), what)
      assert.ok(!what.includes(user.folder))
    }
    assert.deepEqual(await view.json(`/api/summary?report=${REPORT}`), {
      verdict: "pass",
      status: "complete",
      cells: 1,
      runs: 5
    })
    const recording = await view.json<{
      readonly overview: { readonly verdict: string; readonly runs: object; readonly heading: string }
    }>(`/api/overview?recording=${RECORDING}`)
    assert.deepEqual(
      [recording.overview.heading, recording.overview.verdict, recording.overview.runs],
      ["RECORDING", "none", { pass: 0, fail: 0, none: 5 }],
      "a recording that nothing has judged passes nothing"
    )
    await view.end()
  })

  test("tells of a file that is made, changed and removed", async () => {
    using user = withReport()
    const view = await viewing(user.folder)
    const files = async () => (await view.json<ProjectAnswer>("/api/project")).reports.map(({ file }) => file)
    const { version } = await view.json<ProjectAnswer>("/api/project")
    const waiting = view.json<{ readonly version: number }>(`/api/changes?since=${version}`)
    user.write("new/folder/other.json", user.read(REPORT))
    assert.notEqual((await waiting).version, version)
    await eventually(async () => (await files()).includes("new/folder/other.json"))
    writeFileSync(join(user.folder, REPORT), "{}")
    await eventually(async () => !(await files()).includes(REPORT))
    await view.end()
  })

  test.each([
    [["view", "no/such/folder"], /^no\/such\/folder is no folder\. Name the folder of a project\.$/],
    [["view", "package.json"], /^package\.json is no folder\./],
    [["view", "--port", "70000"], /^--port is 70000\. Give it a port from 0 to 65535\.$/],
    [["view", "--port", "-1"], /^--port is -1\./],
    [["view", ".", "more"], /more/]
  ])("%j is refused in one sentence", (args, sentence) => {
    const { code, stderr, stdout } = passhatOn("bun", args)
    assert.deepEqual([code, stdout], [2, ""])
    assert.match(stderr.trim(), sentence)
  })

  test("says that a port is taken", async () => {
    using user = project()
    const view = await viewing(user.folder)
    const { code, stderr } = passhatOn("node", ["view", "--port", new URL(view.origin).port], { cwd: user.folder })
    assert.equal(code, 2)
    assert.match(
      stderr,
      /^Port \d+ of 127\.0\.0\.1 cannot be listened on: EADDRINUSE\. Choose another; 0 takes any that is free\.\n$/
    )
    await view.end()
  })

  test("ends with 143 on SIGTERM, while pages wait", async () => {
    using user = project()
    const view = await viewing(user.folder)
    const { version } = await view.json<ProjectAnswer>("/api/project")
    const waiting = view.ask(`/api/changes?since=${version}`).catch(() => "cut")
    const { code } = await view.end("SIGTERM")
    assert.equal(code, 143)
    assert.equal(await waiting, "cut")
  })
})
