/** A macro or a table is looked for so far up. */
const MAX_LINES = 5_000;

const DEFINE = /^\s*#\s*define\s+([A-Za-z_]\w*)/;

/** `static const struct opt opts[] = {`, also with the brace on a line of its own. */
const TABLE = /\b([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*=\s*\{?\s*$/;

/**
 * The macro of several lines whose text a line is a part of; a line that was taken away behind another one is where that is.
 * @param code the lines of the file
 * @param line from 1
 */
export function macroAround(code: readonly string[], line: number): string | undefined {
  let at = line;
  while (at > line - MAX_LINES && isContinued(code[at - 2])) at -= 1;
  const name = DEFINE.exec(code[at - 1] ?? '')?.[1];
  // One that ends on its first line is the whole of its definition.
  return at < line || isContinued(code[at - 1]) ? name : undefined;
}

/** The variable whose initialiser in braces a line outside of functions stands in. */
export function tableAround(code: readonly string[], line: number): string | undefined {
  let depth = 0;
  for (let at = line - 1; at > 0 && at > line - MAX_LINES; at -= 1) {
    const text = (code[at - 1] ?? '').replaceAll(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, '""');
    for (let column = text.length - 1; column >= 0; column -= 1) {
      if (text[column] === '}') depth += 1;
      if (text[column] !== '{') continue;
      depth -= 1;
      if (depth >= 0) continue;
      const before = `${code[at - 2] ?? ''} ${text.slice(0, column)}`;
      const name = TABLE.exec(before)?.[1];
      if (name !== undefined) return name;
      // The brace of a row.
      depth = 0;
    }
    if (depth === 0 && /;\s*$/.test(text)) return undefined;
  }
  return undefined;
}

function isContinued(text: string | undefined): boolean {
  return text?.trimEnd().endsWith('\\') === true;
}
