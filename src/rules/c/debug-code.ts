import { readDirectives } from '../../code/c/declarations/directives.ts';
import type { TranslationUnit } from '../../code/c/unit.ts';

/** `defined(DEBUG_AUTH)`, `MEM_DEBUG > 1`, but not `!defined(NDEBUG)`, which holds in most builds. */
const DEBUG = /^\(*(?:defined\s*\(?\s*)?(?!NDEBUG)\w*DEBUG\w*/;
const DEBUG_DISCOUNT = 0.6;

/** What the confidence of a hit is multiplied by where only a build for debugging has its code. */
export class DebugCode {
  private readonly unit: TranslationUnit;
  private guards: readonly string[] | undefined;

  constructor(unit: TranslationUnit) {
    this.unit = unit;
  }

  /** @param line counted from 1 */
  weight(line: number): number {
    // Most files have no hit, and are not read once more.
    this.guards ??= guardsOfLines(this.unit.tree.text);
    const parts = this.guards[line - 1]?.split('&&') ?? [];
    return parts.some((part) => DEBUG.test(part.trim())) ? DEBUG_DISCOUNT : 1;
  }
}

/** The condition under which each line is compiled. */
function guardsOfLines(text: string): readonly string[] {
  const directives = readDirectives(text);
  let offset = 0;
  return text.split('\n').map((line) => {
    const guard = directives.guardAt(offset);
    offset += line.length + 1;
    return guard;
  });
}
