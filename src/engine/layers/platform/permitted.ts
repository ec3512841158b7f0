/**
 * Whether passhat may do something without a permission prompt. Only Deno prompts, for what no flag allows.
 */
interface Deno {
  readonly permissions: { readonly querySync: (asked: object) => { readonly state: string } }
}

/** What narrows each permission: of all files, those at a path. */
const keys = { env: "variable", net: "host", read: "path", run: "command", sys: "kind", write: "path" }

export type Permission = keyof typeof keys

/** Without `what`, for everything. */
export const permitted = (name: Permission, what?: string): boolean => {
  const { Deno } = globalThis as { readonly Deno?: Deno }
  const asked = { name, ...(what !== undefined && { [keys[name]]: what }) }
  return Deno === undefined || Deno.permissions.querySync(asked).state === "granted"
}
