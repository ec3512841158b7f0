/**
 * Starts the stand-in for the shipped suites and prints its address: `bun run test/standin/main.ts [port]`. Then
 * `ANTHROPIC_BASE_URL=<address> bun run suites/weather.ts --record --concurrency 1`.
 */
import { shippedScripts } from "./shipped.ts"
import { startStandin } from "./standin.ts"

const { url } = await startStandin({ scripts: shippedScripts, port: Number(process.argv[2] ?? 0) })
console.log(url)
