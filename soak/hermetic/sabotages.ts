/**
 * Replays that reach for the world.
 */
import type { Sabotage } from "../Soak.ts"

const replay = "src/engine/layers/replay/cassettes.ts"
const begins = "const player = playCell("

export const sabotages: ReadonlyArray<Sabotage> = [
  {
    name: "ping",
    breaks: "a replay asks the network before it reads a recording",
    file: replay,
    find: "Effect.sync(() => openFile(",
    put: 'Effect.map(Effect.promise(() => fetch("http://127.0.0.1:4").catch(() => {})), () => openFile('
  },
  {
    name: "missGoesLive",
    breaks: "what is not recorded is asked of the model",
    file: "src/app/run/mode.ts",
    find: 'if (record === undefined) return "replay"',
    put: 'if (record === undefined) return "record=missing"'
  },
  {
    name: "process",
    breaks: "a replay starts a program",
    file: replay,
    find: begins,
    put: `process.getBuiltinModule("node:child_process").spawnSync("true"); ${begins}`
  },
  {
    name: "file",
    breaks: "a replay leaves a file beside the recordings",
    file: replay,
    find: "=> openFile(folder",
    put: '=> (process.getBuiltinModule("node:fs").writeFileSync(folder.directory + "/seen", ""), openFile)(folder'
  },
  {
    name: "home",
    breaks: "a replay looks at the users of the machine",
    file: replay,
    find: begins,
    put: `process.getBuiltinModule("node:fs").readFileSync("/etc/passwd"); ${begins}`
  },
  {
    name: "agentGoesLive",
    breaks: "with --live-agent, what an agent asks its model is sent to the provider as well",
    file: "src/engine/layers/liveAgent/proxies.ts",
    find: 'if (!("asked" in found)) {',
    put: 'void fetch(api.url, { signal: AbortSignal.timeout(100) }).catch(() => {}); if (!("asked" in found)) {'
  }
]
