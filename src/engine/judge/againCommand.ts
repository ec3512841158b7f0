/**
 * The command that replays one cell and prints it in full, shown below a red cell.
 */
import { shellWord } from "../../base/std/shellWord.ts"

export const againCommand = (file: string, id: string): string =>
  `passhat run ${shellWord(file)} --cell ${shellWord(id)} --verbose`
