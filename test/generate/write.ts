/**
 * Writes the generated files of src again: `npm run generate`.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { generatedFiles, root } from "./files.ts"

for (const [path, text] of Object.entries(generatedFiles())) writeFileSync(join(root, path), text)
