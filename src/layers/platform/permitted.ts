/**
 * Whether a file may be touched without anybody being asked. Deno asks at the terminal for what it was not told; Bun and
 * Node never do.
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
