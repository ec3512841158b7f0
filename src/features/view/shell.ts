/**
 * The page that `passhat view` serves: script, style and nothing else. It asks for its data with the token, which only the address
 * has that the user opens.
 */
import { createHash } from "node:crypto"
import { script, style } from "./bundle.ts"

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

export const shellPage = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>passhat view</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<noscript>This page needs its own script. passhat run, show, compare and history print the same as text.</noscript>
<script>${script}</script>
</body>
</html>
`

/** Sent with every answer. The page loads nothing, asks its server only, and is in no frame. */
export const securityHeaders = (): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
})
