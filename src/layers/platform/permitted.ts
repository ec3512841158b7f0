/**
 * Whether a file can be read or written without a permission prompt. Only Deno prompts, for paths that no flag allows.
 */
interface Deno {
  readonly permissions: {
    readonly querySync: (asked: { readonly name: "read" | "write"; readonly path: string }) => {
      readonly state: string
    }
  }
}

export const permitted = (name: "read" | "write", path: string): boolean => {
  const { Deno } = globalThis as { readonly Deno?: Deno }
  return Deno === undefined || Deno.permissions.querySync({ name, path }).state === "granted"
}
