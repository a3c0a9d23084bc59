import { type Excerpt, functionExcerpt } from './excerpt.ts';
import type { FieldUses } from './field-uses.ts';
import type { SourceIndex } from './source-index.ts';

/** A function of at most so many lines is shown whole. */
const WHOLE = 40;

/** Functions that set one field, and lines of all of them. */
const MAX_OF_FIELD = 2;
const MAX_LINES = 70;

/**
 * The functions that set fields of which a change took a check away: on which ways they leave before that, the field
 * stays as it was, and what was checked may be null or too small.
 * @param shown what is shown already
 */
export async function setterExcerpts(
  fields: readonly FieldUses[],
  shown: readonly Excerpt[],
  index: SourceIndex,
): Promise<readonly Excerpt[]> {
  const excerpts: Excerpt[] = [];
  let left = MAX_LINES;
  for (const { field, setters } of fields) {
    const wanted = setters.filter(
      ({ fn }) =>
        ![...shown, ...excerpts].some((one) => one.file === fn.file && one.line === fn.line),
    );
    for (const { fn, lines } of wanted.slice(0, MAX_OF_FIELD)) {
      const options = {
        whole: WHOLE,
        title: `function ${fn.name}, which sets ${field}`,
        depth: 'caller',
      } as const;
      const excerpt = await functionExcerpt(fn, lines, options, index);
      if (excerpt.shown.length > left) continue;
      left -= excerpt.shown.length;
      excerpts.push(excerpt);
    }
  }
  return excerpts;
}
