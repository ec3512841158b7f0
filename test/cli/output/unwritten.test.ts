/**
 * Reports that cannot be written whole, and reports to devices and pipes. Needs a shell with ulimit, mkfifo and /dev/full;
 * device nodes and mounts need root, and are left out without.
 */
import { describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { everyRuntime, project, root, runtimes } from "../project.ts"

setDefaultTimeout(60_000)

const isRoot = process.getuid?.() === 0
const longSuite = `
import { agent, equals, expect, suite } from "passhat"
const agents = Array.from({ length: 40 }, (_, at) =>
  agent("agent " + at + " " + "x".repeat(4000), { model: "claude-m" + at, servers: [], prompt: "p" })
    .pipe(expect("stop_reason", equals("end_turn"))))
export default suite("long", ...agents)
`

const drivenSuite = `
import { agent, driver, equals, expect, suite } from "passhat"
const its = driver("its", "1", () => "done")
export default suite("driven",
  agent("acts", { driver: its, servers: [], prompt: "p" }).pipe(expect("stop_reason", equals("end_turn"))))
`

const shell = (folder: string, script: string) => {
  const { signal, status, stderr, stdout } = spawnSync("bash", ["-c", script], {
    cwd: folder,
    encoding: "utf8",
    timeout: 50_000
  })
  return { code: status, signal, stderr, stdout }
}

describe.skipIf(!existsSync("/dev/full")).each(everyRuntime)("on %s", (runtime) => {
  const before = runtime === "node" ? ["node"] : runtimes[runtime]
  const passhat = [...before, join(root, "dist/cli/passhat.js")].join(" ")

  test.each(["", "--reporter json", "--reporter ndjson"])(
    "a green run whose standard output is full has the exit code 2: %s",
    (flags) => {
      using user = project()
      const { code, stderr } = shell(user.folder, `${passhat} run suites/weather.ts ${flags} > /dev/full`)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Standard output could not be written whole: ENOSPC\. [^\n]+\n$/)
    }
  )

  test("so has a long report, and a plan, and a list of what is fresh", () => {
    using user = project()
    user.write("suites/long.ts", longSuite)
    for (const args of ["run suites/long.ts --reporter json", "plan suites/long.ts", "check suites/weather.ts"]) {
      const { code, stderr } = shell(user.folder, `${passhat} ${args} > /dev/full`)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Standard output could not be written whole: ENOSPC\. [^\n]+\n$/)
    }
  })

  test.each(["json=/proc/x/y", "ndjson=/proc/x/y", "json=/proc/x/y/z", "json=/dev/null/x/y"])(
    "a report whose folder cannot be made has the exit code 2 and one sentence: %s",
    (target) => {
      using user = project()
      const args = `run suites/weather.ts --reporter ${target}`
      const { code, stderr, stdout } = shell(user.folder, `timeout -s KILL 20 ${passhat} ${args}`)
      assert.deepEqual([code, stdout], [2, ""], stderr)
      assert.match(stderr, /^The report could not be written to [^\n]+: (?:ENOENT|ENOTDIR)\. [^\n]+\n$/)
    }
  )

  test("so has a recording whose folder cannot be made", () => {
    using user = project()
    user.write("suites/driven.ts", drivenSuite)
    const args = "run suites/driven.ts --record --cassettes /proc/x/y"
    const { code, stderr, stdout } = shell(user.folder, `timeout -s KILL 20 ${passhat} ${args}`)
    assert.equal(code, 2, stderr)
    assert.match(stdout, /\/proc\/x\/y\/\S+ cannot be written \(ENOENT\)/)
  })

  // A limit on files ends Deno itself with a signal, as it writes caches of its own.
  test.skipIf(runtime === "deno")("so has one that meets the limit of a file's size", () => {
    using user = project()
    const limited = `ulimit -f 8; ${passhat} run suites/weather.ts --with-traces --reporter json`
    const printed = shell(user.folder, `${limited} > report.json`)
    assert.equal(printed.code, 2, printed.stderr)
    assert.match(printed.stderr, /^Standard output could not be written whole: EFBIG\. /)
    assert.equal(statSync(join(user.folder, "report.json")).size, 8192)
    for (const reporter of ["json", "ndjson"]) {
      const written = shell(user.folder, `ulimit -f 2; ${passhat} run --with-traces --reporter ${reporter}=limited.txt`)
      assert.equal(written.code, 2, written.stderr)
      assert.match(written.stderr, /^The report could not be written to limited\.txt: EFBIG\. /m)
    }
    assert.deepEqual(
      readdirSync(user.folder).filter((name) => name.endsWith(".tmp")),
      []
    )
  })

  test.skipIf(!isRoot)("so has one on a disk that is full, and the other reports are written", () => {
    using user = project()
    const disk = join(user.folder, "disk")
    mkdirSync(disk)
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", disk]).status !== 0) {
      console.log("skipped: nothing can be mounted here")
      return
    }
    try {
      for (const reporter of ["json", "ndjson"]) {
        const { code, stderr } = shell(
          user.folder,
          `${passhat} run "suites/{weather,recovery,issues,chaos}.ts" --with-traces --reporter ${reporter}=disk/r.txt --reporter junit=r.xml`
        )
        assert.equal(code, 2, stderr)
        assert.match(stderr, /^The report could not be written to disk\/r\.txt: ENOSPC\. /)
        assert.match(user.read("r.xml"), /<testsuites/)
        shell(user.folder, "rm -f disk/* r.xml")
      }
      const { code, stderr } = shell(
        user.folder,
        `${passhat} run suites/weather.ts --with-traces --reporter json --reporter junit=r.xml > disk/out.json`
      )
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Standard output could not be written whole: ENOSPC\. /)
      assert.match(user.read("r.xml"), /<testsuites/)
    } finally {
      spawnSync("umount", [disk])
    }
  })

  test.each(["json", "ndjson", "junit"])("a report to a named pipe is written into it: %s", (reporter) => {
    using user = project()
    const args = `run suites/weather.ts --reporter ${reporter}`
    const { code, stderr, stdout } = shell(
      user.folder,
      `mkfifo pipe; cat pipe & ${passhat} ${args}=pipe; code=$?; wait; exit $code`
    )
    assert.deepEqual([code, stderr], [0, ""])
    assert.equal(stdout, shell(user.folder, `${passhat} ${args}`).stdout)
    assert.ok(lstatSync(join(user.folder, "pipe")).isFIFO())
  })

  test("a named pipe whose reader goes away is a report that is not whole", () => {
    using user = project()
    user.write("suites/long.ts", longSuite)
    const { code, stderr } = shell(
      user.folder,
      `mkfifo pipe; head -c 1 pipe > /dev/null & ${passhat} run suites/long.ts --reporter json=pipe; code=$?; wait; exit $code`
    )
    assert.equal(code, 2)
    assert.match(stderr, /^The report could not be written to pipe: EPIPE\. /)
  })

  test("/dev/stdout, by a link of its own, is written and stays what it is", () => {
    using user = project()
    const args = `${passhat} run suites/weather.ts --reporter json`
    const expected = shell(user.folder, args).stdout
    const piped = shell(user.folder, `ln -s /proc/self/fd/1 out; ${args}=out | cat; exit \${PIPESTATUS[0]}`)
    assert.deepEqual([piped.code, piped.stdout], [0, expected])
    assert.ok(lstatSync(join(user.folder, "out")).isSymbolicLink())
    assert.equal(shell(user.folder, `${args}=out > file.json`).code, 0)
    assert.ok(lstatSync(join(user.folder, "out")).isSymbolicLink())
    assert.equal(user.read("file.json"), expected)
  })

  test("a report to a link to a file is written to that file", () => {
    using user = project()
    const args = `${passhat} run suites/weather.ts --reporter json`
    assert.equal(
      shell(user.folder, `mkdir real; echo old > real/r.json; ln -s real/r.json r.json; ${args}=r.json`).code,
      0
    )
    assert.ok(lstatSync(join(user.folder, "r.json")).isSymbolicLink())
    assert.equal(JSON.parse(user.read("real/r.json")).verdict, "pass")
  })

  test.skipIf(!isRoot)("a report to a device is written into it, and the device stays", () => {
    using user = project()
    shell(user.folder, "mknod full c 1 7; mknod null c 1 3")
    if (!existsSync(join(user.folder, "full"))) return console.log("skipped: no device can be made here")
    for (const reporter of ["json", "ndjson"]) {
      const args = `${passhat} run suites/weather.ts --reporter ${reporter}`
      assert.deepEqual(shell(user.folder, `${args}=null`).code, 0)
      const { code, stderr } = shell(user.folder, `${args}=full`)
      assert.equal(code, 2)
      assert.match(stderr, /^The report could not be written to full: ENOSPC\. /)
    }
    for (const name of ["full", "null"]) assert.ok(lstatSync(join(user.folder, name)).isCharacterDevice())
  })
})
