/**
 * The package.json of a project that is measured.
 */
export const MANIFEST = `{ "private": true, "type": "module" }\n`
