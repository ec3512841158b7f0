/** An agent that ends happily whatever its model answers. */
import type { Drive } from "passhat"

export const careless: Drive = async ({ call, modelProxy }) => {
  await call("get_weather", { city: "Sacramento" })
  const [base, headers] = [await modelProxy.anthropic, { "content-type": "application/json" }]
  const ask = (address: string, content: string, more: Record<string, string> = {}) =>
    fetch(`${address}/v1/messages?key=${process.env["QUERY_KEY"] ?? "none"}`, {
      method: "POST",
      headers: { ...headers, ...more, authorization: `Bearer ${process.env["HEADER_KEY"] ?? "none"}` },
      body: JSON.stringify({ model: "claude-haiku-4-5", messages: [{ role: "user", content }] })
    }).then(
      (response) => response.text(),
      () => ""
    )
  await ask(base, "Is it warm?")
  await ask(base, "Is it dry?")
  return "All is well."
}
