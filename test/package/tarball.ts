/**
 * The package as it would be published: packed once, and served by a registry on loopback that has it under its name and
 * asks the real one for everything else.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { root, runtimes } from "../app/project.ts"

const TARBALL = `/${manifest.name}/-/${manifest.name}-${manifest.version}.tgz`

/** Packs what has been built, and does not build it again. */
export const pack = (into: string, checkout = root): string => {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", into]
  execFileSync("npm", args, { cwd: checkout, stdio: ["ignore", "pipe", "ignore"] })
  return join(into, `${manifest.name}-${manifest.version}.tgz`)
}

/** The same files, packed by Bun, which takes a tenth of the time: `contents.test.ts` compares them. */
export const packQuickly = (into: string): string => {
  const args = ["pm", "pack", "--ignore-scripts", "--quiet", "--destination", into]
  execFileSync(runtimes.bun[0], args, { cwd: root, stdio: ["ignore", "pipe", "ignore"] })
  return join(into, `${manifest.name}-${manifest.version}.tgz`)
}

const realRegistry = (): string =>
  execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim()

/** Whether the real registry can be asked at all. */
export const isOnline = async (): Promise<boolean> =>
  fetch(new URL("fast-check", realRegistry()), { method: "HEAD", signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false
  )

export const registry = () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-registry-"))
  const tarball = readFileSync(pack(folder))
  rmSync(folder, { recursive: true })
  const real = realRegistry()
  const packument = (url: string) => ({
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, scripts: {}, dist: { tarball: url, integrity } } }
  })
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { origin, pathname, search } = new URL(request.url)
      if (pathname === TARBALL) return new Response(tarball)
      if (pathname === `/${manifest.name}`) return Response.json(packument(`${origin}${TARBALL}`))
      const accept = request.headers.get("accept") ?? "*/*"
      const { body, headers, status } = await fetch(new URL(`.${pathname}${search}`, real), { headers: { accept } })
      return new Response(body, { status, headers: { "content-type": headers.get("content-type") ?? "" } })
    }
  })
  return { url: `http://127.0.0.1:${server.port}/`, bytes: tarball.length, close: () => server.stop(true) }
}

/** A folder with the package unpacked in its `node_modules`, beside what it depends on. Removed by `using`. */
export const unpacked = () => {
  const folder = mkdtempSync(join(tmpdir(), "passhat-unpacked-"))
  const modules = join(folder, "node_modules")
  mkdirSync(join(modules, "passhat"), { recursive: true })
  execFileSync("tar", ["-xzf", packQuickly(folder), "-C", join(modules, "passhat"), "--strip-components", "1"])
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(join(modules, name, ".."), { recursive: true })
    symlinkSync(join(root, "node_modules", name), join(modules, name))
  }
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }\n`)
  return {
    folder,
    write: (file: string, text: string): void => {
      mkdirSync(join(folder, file, ".."), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    [Symbol.dispose]: (): void => rmSync(folder, { recursive: true, force: true })
  }
}

/** The unpacked package with the suites' servers beside it, and a way to run a suite there. */
export const unpackedProject = () => {
  const user = unpacked()
  cpSync(join(root, "suites/servers"), join(user.folder, "suites/servers"), { recursive: true })
  // The servers' own dependency.
  symlinkSync(join(root, "node_modules/zod"), join(user.folder, "node_modules/zod"))
  const run = (on: "bun" | "deno" | "node", file: string, ...args: ReadonlyArray<string>) => {
    const passhat = join(user.folder, "node_modules/passhat/dist/doors/passhat.js")
    const [command, ...before] = on === "node" ? ["node", passhat, "run"] : runtimes[on]
    const { status, stderr, stdout } = spawnSync(command, [...before, file, ...args], {
      cwd: user.folder,
      encoding: "utf8"
    })
    return { status, stderr, stdout }
  }
  return { ...user, run }
}
