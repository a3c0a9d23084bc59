import { type Excerpt, type Excerpts, locationText, wholeExcerpt } from './excerpt.ts';
import type { Focus } from './place-excerpts.ts';
import type { SourceIndex } from './source-index.ts';

/** A longer function is only named. */
const WHOLE = 60;
const MAX_LINES = 180;

/**
 * The project's functions that are called on the lines of interest, as far as there is room.
 * @param shown what is shown already
 */
export function calleeExcerpts(
  focus: Focus,
  shown: readonly Excerpt[],
  index: SourceIndex,
): Excerpts {
  const excerpts: Excerpt[] = [];
  const omitted: string[] = [];
  const seen = new Set(shown.map(({ file, line }) => `${file}:${line}`));
  let left = MAX_LINES;
  for (const [fn, lines] of focus) {
    const text = lines.map((line) => index.lines(fn.file)[line - 1] ?? '').join('\n');
    const named = new Set(text.match(/[A-Za-z_]\w*(?=\s*\()/g));
    for (const { name, definitions } of index.graph.callees(fn)) {
      const [callee] = definitions;
      if (callee === undefined || definitions.length > 1 || !named.has(name)) continue;
      const key = `${callee.file}:${callee.line}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const size = callee.endLine - callee.line + 1;
      if (size > Math.min(left, WHOLE)) omitted.push(`${name} (${locationText(callee)})`);
      else {
        left -= size;
        excerpts.push(wholeExcerpt(callee, `function ${name}, called by ${fn.name}`, index));
      }
    }
  }
  return { excerpts, omitted };
}
