/**
 * An MCP server that answers with bytes: a PNG of 320 by 200 pixels, a sound, and a PDF, each with the service's token inside.
 * `node screenServer.js`
 */
import { McpServer } from "@modelcontextprotocol/server"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { createHash } from "node:crypto"
import process from "node:process"
import { crc32, deflateSync } from "node:zlib"

const { SERVICE_TOKEN = "" } = process.env
const [WIDTH, HEIGHT] = [320, 200]

const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Noise, so that it cannot be compressed: the size is that of a screenshot. */
const pixels = () => {
  const row = (y) =>
    Buffer.concat([
      Buffer.of(0),
      ...Array.from({ length: (WIDTH * 3) / 32 }, (_, x) => createHash("sha256").update(`${x} ${y}`).digest())
    ])
  return Buffer.concat(Array.from({ length: HEIGHT }, (_, y) => row(y)))
}

const png = () => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Comment\0${SERVICE_TOKEN}`)),
    chunk("IDAT", deflateSync(pixels())),
    chunk("IEND", Buffer.alloc(0))
  ])
}

const wav = () => {
  const samples = Buffer.concat([Buffer.from(SERVICE_TOKEN), Buffer.alloc(8_000, 128)])
  const header = Buffer.alloc(44)
  header.write("RIFF", 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write("data", 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

const pdf = () => Buffer.from(`%PDF-1.4\n% ${SERVICE_TOKEN}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n`)

const base64 = (bytes) => bytes.toString("base64")

serveStdio(() => {
  const server = new McpServer({ name: "screen", version: "1.0.0" })
  const tool = (name, description, content) =>
    server.registerTool(name, { description }, () => ({ content: content() }))
  tool("screenshot", "The screen, as a picture.", () => [
    { type: "text", text: "The screen:" },
    { type: "image", mimeType: "image/png", data: base64(png()) }
  ])
  tool("sound", "What is heard.", () => [{ type: "audio", mimeType: "audio/wav", data: base64(wav()) }])
  tool("manual", "The manual.", () => [
    { type: "resource", resource: { uri: "file:///manual.pdf", mimeType: "application/pdf", blob: base64(pdf()) } }
  ])
  return server
})
