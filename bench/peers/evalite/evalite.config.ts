/**
 * evalite without its table, which would print every trace.
 */
import { defineConfig } from "evalite/config"

export default defineConfig({ hideTable: true })
