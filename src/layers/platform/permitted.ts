/**
 * Whether a file can be read or written, or a program started, without a permission prompt. Only Deno prompts, for what no flag allows.
 */
type Asked =
  | { readonly name: "read" | "write"; readonly path: string }
  | { readonly name: "run"; readonly command: string }

interface Deno {
  readonly permissions: { readonly querySync: (asked: Asked) => { readonly state: string } }
}

export const permitted = (name: Asked["name"], what: string): boolean => {
  const { Deno } = globalThis as { readonly Deno?: Deno }
  const asked: Asked = name === "run" ? { name, command: what } : { name, path: what }
  return Deno === undefined || Deno.permissions.querySync(asked).state === "granted"
}
