/**
 * How either SDK is set up: it sends one request, says nothing on the console, and reads nothing from the process that
 * the environment given to the layer should say.
 */
import type { Address } from "./Address.ts"

export const clientOptions = ({ key, url }: Address) => ({
  baseURL: url,
  maxRetries: 0,
  logLevel: "off" as const,
  // Both SDKs look for credentials elsewhere when they are given none; the header is what is sent.
  apiKey: key ?? "none",
  defaultHeaders: key === undefined ? { Authorization: null } : {}
})
