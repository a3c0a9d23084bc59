import { codeKey, type MemoryRecord } from './memory-record.ts';
import { recall } from './recall.ts';

/** A function of a question, with its text. */
export interface ShownFunction {
  readonly name: string;
  readonly text: string;
}

/** What is recalled without being asked for, by what it is about. */
export interface UnaskedMemory {
  /** Remarks about functions. */
  readonly remarks: readonly MemoryRecord[];
  /** What people have noted for all their repositories. */
  readonly general: readonly MemoryRecord[];
}

const MAX_REMARKS = 8;
const MAX_GENERAL = 3;

/** Characters of all that one question is told. */
const MAX_CHARACTERS = 3000;

/**
 * What a question about some functions is told of what was learnt before: remarks about just this code, the
 * newest first, and what people have noted that has words of it.
 * @param words of the question besides
 * @returns one line each; none where nothing fits
 */
export function recallUnasked(
  functions: readonly ShownFunction[],
  words: string,
  { remarks, general }: UnaskedMemory,
): string[] {
  const names = new Map(functions.map(({ name, text }) => [codeKey(name, text), name]));
  const known = remarks.flatMap(({ about, content }) => {
    const name = about === undefined ? undefined : names.get(about);
    return name === undefined ? [] : [`- ${name}: ${oneLine(content)}`];
  });
  const query = `${functions.map(({ name }) => name).join(' ')} ${words}`;
  const noted = recall(general, { query, tags: [], limit: MAX_GENERAL });
  const lines = [
    ...noted.map(({ content }) => `- ${oneLine(content)}`),
    ...[...new Set(known.toReversed())].slice(0, MAX_REMARKS),
  ];
  let left = MAX_CHARACTERS;
  return lines.filter((line) => {
    left -= line.length + 1;
    return left >= 0;
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
