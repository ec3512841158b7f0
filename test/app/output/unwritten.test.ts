/**
 * Reports that cannot be written whole, and reports to devices and pipes. Needs a shell with ulimit, mkfifo and /dev/full;
 * device nodes and mounts need root, and are left out without.
 */
import { afterAll, beforeAll, describe, setDefaultTimeout, test } from "bun:test"
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { casesOn, everyRuntime } from "../everyRuntime.ts"
import { passhatCommand, project } from "../project.ts"

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

const user = project()
afterAll(() => user[Symbol.dispose]())
beforeAll(() => {
  user.write("suites/long.ts", longSuite)
  user.write("suites/driven.ts", drivenSuite)
  const files = "--reporter ndjson=expected.ndjson --reporter junit=expected.junit"
  shell(`${passhatCommand("bun", []).join(" ")} run suites/weather.ts --reporter json ${files} > expected.json`)
})

const shell = (script: string) => {
  const { status, stderr, stdout } = spawnSync("bash", ["-c", script], {
    cwd: user.folder,
    encoding: "utf8",
    timeout: 50_000
  })
  return { code: status, stderr, stdout }
}
const kindOf = (name: string) => lstatSync(join(user.folder, name))

describe.skipIf(!existsSync("/dev/full")).each(everyRuntime)("on %s", (runtime) => {
  const passhat = passhatCommand(runtime, []).join(" ")

  test.each(casesOn(runtime, ["--reporter ndjson", "", "--reporter json"]))(
    "a green run whose standard output is full has the exit code 2: %s",
    (flags) => {
      const { code, stderr } = shell(`${passhat} run suites/weather.ts ${flags} > /dev/full`)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Standard output could not be written whole: ENOSPC\. [^\n]+\n$/)
    }
  )

  test("so has a long report, and a plan, and a list of what is fresh", () => {
    const commands = ["run suites/long.ts --reporter json", "plan suites/long.ts", "check suites/weather.ts"]
    for (const args of casesOn(runtime, commands)) {
      const { code, stderr } = shell(`${passhat} ${args} > /dev/full`)
      assert.equal(code, 2, stderr)
      assert.match(stderr, /^Standard output could not be written whole: ENOSPC\. [^\n]+\n$/)
    }
  })

  test.each(casesOn(runtime, ["json=/proc/x/y/z", "ndjson=/proc/x/y", "json=/proc/x/y", "json=/dev/null/x/y"]))(
    "a report whose folder cannot be made has the exit code 2 and one sentence: %s",
    (target) => {
      const args = `run suites/weather.ts --reporter ${target}`
      const { code, stderr, stdout } = shell(`timeout -s KILL 20 ${passhat} ${args}`)
      assert.deepEqual([code, stdout], [2, ""], stderr)
      assert.match(stderr, /^The report could not be written to [^\n]+: (?:ENOENT|ENOTDIR)\. [^\n]+\n$/)
    }
  )

  test("so has a recording whose folder cannot be made", () => {
    const args = "run suites/driven.ts --record --cassettes /proc/x/y"
    const { code, stderr, stdout } = shell(`timeout -s KILL 20 ${passhat} ${args}`)
    assert.equal(code, 2, stderr)
    assert.match(stdout, /\/proc\/x\/y\/\S+ cannot be written \(ENOENT\)/)
  })

  // A limit on files ends Deno itself with a signal, as it writes caches of its own.
  test.skipIf(runtime === "deno")("so has one that meets the limit of a file's size", () => {
    const args = `${passhat} run suites/weather.ts --with-traces --reporter`
    const printed = shell(`ulimit -f 8; ${args} json > report.json`)
    assert.equal(printed.code, 2, printed.stderr)
    assert.match(printed.stderr, /^Standard output could not be written whole: EFBIG\. /)
    assert.equal(statSync(join(user.folder, "report.json")).size, 8192)
    for (const reporter of casesOn(runtime, ["ndjson", "json"])) {
      const written = shell(`ulimit -f 2; ${args} ${reporter}=limited.txt`)
      assert.equal(written.code, 2, written.stderr)
      assert.match(written.stderr, /^The report could not be written to limited\.txt: EFBIG\. /m)
    }
    assert.deepEqual(
      readdirSync(user.folder).filter((name) => name.endsWith(".tmp")),
      []
    )
  })

  test.skipIf(!isRoot)("so has one on a disk that is full, and the other reports are written", () => {
    const disk = join(user.folder, "disk")
    mkdirSync(disk, { recursive: true })
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", disk]).status !== 0) {
      console.log("skipped: nothing can be mounted here")
      return
    }
    const targets = [
      ["ndjson=disk/r.txt", /^The report could not be written to disk\/r\.txt: ENOSPC\. /],
      ["json=disk/r.txt", /^The report could not be written to disk\/r\.txt: ENOSPC\. /],
      ["json > disk/out.json", /^Standard output could not be written whole: ENOSPC\. /]
    ] as const
    try {
      for (const [target, sentence] of casesOn(runtime, targets)) {
        const args = `run "suites/{weather,recovery}.ts" --with-traces --reporter junit=r.xml --reporter`
        const { code, stderr } = shell(`rm -f disk/* r.xml; ${passhat} ${args} ${target}`)
        assert.equal(code, 2, stderr)
        assert.match(stderr, sentence)
        assert.match(user.read("r.xml"), /<testsuites/)
      }
    } finally {
      spawnSync("umount", [disk])
    }
  })

  test("a report to a named pipe, or to a link to a file or to /dev/stdout, is written into it, and it stays what it is", () => {
    const pipes = ["json", "ndjson", "junit"]
    const cats = pipes.map((name) => `mkfifo ${name}.pipe; cat ${name}.pipe > ${name}.read &`).join(" ")
    const reporters = [...pipes.map((name) => `${name}=${name}.pipe`), "json=r.json", "json=out"]
    const made = "rm -rf *.pipe real r.json out; mkdir real; echo old > real/r.json; ln -s real/r.json r.json"
    const { code, stderr, stdout } = shell(
      `${made}; ln -s /proc/self/fd/1 out; ${cats} ${passhat} run suites/weather.ts ${reporters
        .map((one) => `--reporter ${one}`)
        .join(" ")} | cat; code=\${PIPESTATUS[0]}; wait; exit $code`
    )
    assert.deepEqual([code, stderr], [0, ""])
    for (const name of pipes) {
      assert.equal(user.read(`${name}.read`), user.read(`expected.${name}`))
      assert.ok(kindOf(`${name}.pipe`).isFIFO())
    }
    assert.equal(stdout, user.read("expected.json"))
    assert.equal(user.read("real/r.json"), user.read("expected.json"))
    for (const name of ["r.json", "out"]) assert.ok(kindOf(name).isSymbolicLink())
  })

  test("a report to a link to /dev/stdout is written where that is a file", () => {
    const link = "ln -sf /proc/self/fd/1 out"
    assert.equal(shell(`${link}; ${passhat} run suites/weather.ts --reporter json=out > file.json`).code, 0)
    assert.ok(kindOf("out").isSymbolicLink())
    assert.equal(user.read("file.json"), user.read("expected.json"))
  })

  test("a named pipe whose reader goes away is a report that is not whole", () => {
    const { code, stderr } = shell(
      `rm -f pipe; mkfifo pipe; head -c 1 pipe > /dev/null & ${passhat} run suites/long.ts --reporter json=pipe; code=$?; wait; exit $code`
    )
    assert.equal(code, 2)
    assert.match(stderr, /^The report could not be written to pipe: EPIPE\. /)
  })

  test.skipIf(!isRoot)("a report to a device is written into it, and the device stays", () => {
    shell("rm -f full null zero; mknod full c 1 7; mknod null c 1 3; mknod zero c 1 5")
    if (!existsSync(join(user.folder, "full"))) return console.log("skipped: no device can be made here")
    const args = `${passhat} run suites/weather.ts --reporter`
    assert.equal(shell(`${args} json=null --reporter ndjson=zero`).code, 0)
    for (const reporter of casesOn(runtime, ["ndjson", "json"])) {
      const { code, stderr } = shell(`${args} ${reporter}=full`)
      assert.equal(code, 2)
      assert.match(stderr, /^The report could not be written to full: ENOSPC\. /)
    }
    for (const name of ["full", "null", "zero"]) assert.ok(kindOf(name).isCharacterDevice())
  })
})
