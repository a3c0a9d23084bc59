import { type Definition, definitionsOf } from './definitions.ts';
import { type Excerpt, type Excerpts, numberedLines } from './excerpt.ts';
import type { SourceIndex } from './source-index.ts';

const MAX_LINES = 110;

/** A type of at most so many lines is shown whole. */
const WHOLE = 12;

/** A definition of at most so many lines comes before longer ones. */
const SHORT = 3;

/** Lines of a table of constants, and those at its beginning that are shown in any case. */
const TABLE = 8;
const TABLE_HEAD = 3;

/** Lines of one type. */
const MAX_TYPE = 40;

/**
 * Macros, types and globals that the places name, then those that the code around them names, then
 * those that these name; one excerpt a file.
 */
export async function definitionExcerpts(
  places: readonly Excerpt[],
  around: readonly Excerpt[],
  index: SourceIndex,
): Promise<Excerpts> {
  const kept = new Map<string, ReadonlySet<number>>();
  const omitted: string[] = [];
  let left = MAX_LINES;
  await add(places.flatMap(namesIn), places);
  await add(around.flatMap(namesIn), around);
  await add(namesKept(), places);
  const excerpts = [...kept].map(([file, lines]): Excerpt => {
    const ascending = [...lines].sort((a, b) => a - b);
    const [line = 1, endLine = line] = [ascending[0], ascending.at(-1)];
    return { file, title: '', line, endLine, shown: numberedLines(file, ascending, index) };
  });
  return { excerpts, omitted };

  async function add(list: readonly string[], from: readonly Excerpt[]): Promise<void> {
    const names = new Set(list);
    const files = [...new Set(from.map((excerpt) => excerpt.file))];
    const found = await Promise.all(files.map((file) => definitionsOf(names, file, index)));
    // A number that decides the case is short: it must not wait behind large types.
    for (const isWanted of [isShort, (one: Definition) => !isShort(one)]) {
      for (const definition of found.flat().filter(isWanted)) {
        const lines = kept.get(definition.file) ?? new Set();
        if (lines.has(definition.line)) continue;
        const wanted = definitionLines(definition, names, index);
        if (wanted.length <= left) {
          left -= wanted.length;
          kept.set(definition.file, new Set([...lines, ...wanted]));
        } else {
          const place = `${definition.file}:${definition.line}`;
          omitted.push(`the definition of ${definition.names.join(', ')} (${place})`);
        }
      }
    }
  }

  function namesKept(): string[] {
    return [...kept].flatMap(([file, lines]) =>
      numberedLines(file, [...lines], index).flatMap((line) => namesOn(line)),
    );
  }
}

function isShort({ line, endLine }: Definition): boolean {
  return endLine - line < SHORT;
}

/** A long type is shown with the members that are named. */
function definitionLines(
  { file, line, endLine }: Definition,
  names: ReadonlySet<string>,
  index: SourceIndex,
): readonly number[] {
  const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
  const lines = index.lines(file);
  const isTable = all.slice(0, 3).some((at) => /=\s*\{?\s*$|=\s*\{/.test(lines[at - 1] ?? ''));
  if (all.length <= (isTable ? TABLE : WHOLE)) return all;
  // The first name of a member is its type's.
  const isNamed = (at: number) =>
    namesOn({ text: lines[at - 1] ?? '' })
      .slice(1)
      .some((name) => names.has(name));
  // Of a table the form of its rows and the ones that are named say enough.
  const head = isTable ? TABLE_HEAD : 1;
  return all
    .filter((at) => at < line + head || at === endLine || isNamed(at))
    .slice(0, isTable ? TABLE : MAX_TYPE);
}

function namesIn({ shown }: Excerpt): readonly string[] {
  return shown.flatMap((line) => namesOn(line));
}

/** The names on a line, those in comments left out as far as the line shows. */
function namesOn({ text }: { readonly text: string }): readonly string[] {
  return text.replaceAll(/\/\*.*?(?:\*\/|$)|\/\/.*/g, '').match(/[A-Za-z_]\w*/g) ?? [];
}
