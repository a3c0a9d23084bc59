import type { Span } from '../c/ir/ast.ts';
import { spanOfCodeFrom } from './span-of-line.ts';
import type { UnitChange } from './unit-change.ts';

/** Lines around a change that a pull request shows, and that a comment can be put on. */
const CONTEXT_LINES = 3;
/** Lines between what went and what came in its place: a rewritten statement moves by few. */
const MAX_DISTANCE = 12;

/**
 * Where the change did what a span of head shows: the span itself, or else the definition of a macro
 * in it that the change wrote anew. Undefined where nothing near was changed.
 */
export function placeOfChange(change: UnitChange, span: Span): Span | undefined {
  const { head, lines } = change;
  const { line, endLine } = head.tree.location(span);
  if (lines.touchesHead(line - CONTEXT_LINES, endLine + CONTEXT_LINES)) return span;
  return changedMacro(change, head.tree.textOf(span));
}

/** The definition in head of a macro that a text names and that the change wrote anew. */
export function changedMacro({ head, changedMacros }: UnitChange, text: string): Span | undefined {
  const macro = (text.match(/\w+/g) ?? []).find((word) => changedMacros.has(word));
  if (macro === undefined) return undefined;
  const found = new RegExp(`^[ \\t]*#[ \\t]*define[ \\t]+${macro}\\b`, 'm').exec(head.tree.text);
  if (found === null) return undefined;
  return { start: found.index, end: found.index + found[0].length };
}

/** Whether the change wrote the line that a span of head begins in. */
export function isWritten({ head, lines }: UnitChange, span: Span): boolean {
  return lines.inBase(head.tree.location(span).line) === undefined;
}

/** Whether the change took away or rewrote the line that a span of base begins in. */
export function isTakenAway({ base, lines }: UnitChange, span: Span): boolean {
  return lines.inHead(base.tree.location(span).line) === undefined;
}

/** Whether a span of head stands about where one of base stood. */
export function isNearby({ base, head, lines }: UnitChange, before: Span, now: Span): boolean {
  const was = lines.positionInHead(base.tree.location(before).line);
  return Math.abs(was - head.tree.location(now).line) <= MAX_DISTANCE;
}

/** The code of head that stands where a span of base stood, or behind it. */
export function placeInHead({ base, head, lines }: UnitChange, before: Span): Span {
  const { line } = base.tree.location(before);
  return spanOfCodeFrom(head.tree.text, Math.ceil(lines.positionInHead(line)));
}
