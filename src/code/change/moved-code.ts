import type { LoweredFunction, Span } from '../c/ir/ast.ts';
import type { UnitChange } from './unit-change.ts';

/** Lines that stand in most functions say nothing. */
const MIN_LENGTH = 8;

/**
 * Whether the change moved a line of base to another function of head: one that the function it stood in
 * calls or is called by, so that the code runs as before.
 * @param span of base, of which the first line counts
 * @param fn the function in head
 */
export function isMovedOut(change: UnitChange, span: Span, fn: LoweredFunction): boolean {
  const { base, head, lines } = change;
  const wanted = lineAt(base.tree.text, span.start);
  if (wanted.length < MIN_LENGTH) return false;
  const text = head.tree.textOf(fn);
  const wantedLine = base.tree.location(span).line;
  return head.functions.some((other) => {
    if (other === fn) return false;
    const body = head.tree.textOf(other);
    if (!isNamedIn(other.name, text) && !isNamedIn(fn.name, body)) return false;
    const { line: first } = head.tree.location(other);
    return body.split('\n').some((line, at) => {
      if (line.trim() !== wanted) return false;
      const origin = lines.inBase(first + at);
      // Where a helper is put in front, the line may be taken for one that stayed.
      return origin === undefined || origin === wantedLine;
    });
  });
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end < 0 ? text.length : end).trim();
}

function isNamedIn(name: string, text: string): boolean {
  return name !== '' && new RegExp(`\\b${name.replace(/\W/g, '\\$&')}\\b`).test(text);
}
