/** A line of a record, with what may be the names of members on it. */
interface MemberRow {
  readonly line: number;
  readonly names: readonly string[];
}

/**
 * The lines inside a record, each with the names on it behind its first one, which is a type's. Of a pointer to a function
 * the name alone counts: its parameters, also on further lines, are no members.
 * @param code the lines of the file without comments; the first has index 0
 */
export function memberRows(
  code: readonly string[],
  { line, endLine }: { readonly line: number; readonly endLine: number },
): MemberRow[] {
  const rows: MemberRow[] = [];
  let depth = 0;
  // Of a line that goes on with a declaration, the first word is a member as well.
  let goesOn = false;
  for (let at = line + 1; at < endLine; at += 1) {
    const text = code[at - 1] ?? '';
    rows.push({ line: at, names: depth > 0 ? [] : namesOn(text, goesOn) });
    if (text.trim() !== '') goesOn = depth === 0 && /,\s*$/.test(text);
    depth = Math.max(0, depth + count(text, '(') - count(text, ')'));
  }
  return rows;
}

function namesOn(text: string, goesOn: boolean): readonly string[] {
  const pointer = /\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)\s*\)\s*\(/.exec(text)?.[1];
  if (pointer !== undefined) return [pointer];
  return (text.match(/[A-Za-z_]\w*/g) ?? []).slice(goesOn ? 0 : 1);
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
