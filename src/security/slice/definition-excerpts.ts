import { languageOf } from '../../code/syntax/language.ts';
import { isBuiltinName } from './builtin-names.ts';
import { type Definition, definitionsOf } from './definitions.ts';
import { type Excerpt, type Excerpts, numberedLines } from './excerpt.ts';
import { memberRows } from './member-rows.ts';
import { memberUses } from './member-uses.ts';
import type { Focus } from './place-excerpts.ts';
import type { SourceIndex } from './source-index.ts';

/** Of all that the places name; of what the code around them names; of what these are made of. */
const MAX_LINES = 110;
const MAX_AROUND = 45;
const MAX_FURTHER = 15;

/** A type of at most so many lines is shown whole. */
const WHOLE = 12;

/** A definition of at most so many lines comes before longer ones. */
const SHORT = 3;

/** Lines of a table of constants, and those at its beginning that are shown in any case. */
const TABLE = 8;
const TABLE_HEAD = 3;

/** Lines of one type. */
const MAX_TYPE = 40;

/** Characters of a definition that are looked at for what it is. */
const MAX_TEXT = 1000;

/** Further types that a type which is shown is another name of. */
const MAX_ALIASES = 3;

/**
 * Macros, types and globals that the places name, then those that the code around them names, then
 * those that these name; one excerpt a file.
 */
export async function definitionExcerpts(
  places: readonly Excerpt[],
  around: readonly Excerpt[],
  focus: Focus,
  index: SourceIndex,
): Promise<Excerpts> {
  const decisive = memberUses(
    [...focus].flatMap(([{ file }, lines]) =>
      lines.map((line) => index.code(file)[line - 1] ?? ''),
    ),
  );
  const kept = new Map<string, ReadonlySet<number>>();
  const omitted: string[] = [];
  let left = MAX_LINES;
  const own = namesIn(places, index);
  await add(own, places);
  left = Math.min(left, MAX_AROUND);
  await add(namesIn(around, index), around);
  left = Math.min(left, MAX_FURTHER);
  await add(namesKept(), places);
  const excerpts = [...kept].map(([file, lines]): Excerpt => {
    const ascending = [...lines].sort((a, b) => a - b);
    const [line = 1, endLine = line] = [ascending[0], ascending.at(-1)];
    return { file, title: '', line, endLine, shown: numberedLines(file, ascending, index) };
  });
  return { excerpts, omitted };

  async function add(list: readonly string[], from: readonly Excerpt[]): Promise<void> {
    const names = new Set(list);
    const members = memberUses([...from.flatMap((one) => codeOf(one, index)), ...keptCode()]);
    const files = [...new Set(from.map((excerpt) => excerpt.file))];
    const found = await findAll(names, files);
    // A number that decides the case is short: it must not wait behind large types.
    for (const isWanted of [isShort, (one: Definition) => !isShort(one)]) {
      for (const definition of found.filter(isWanted).toSorted(decisiveFirst)) {
        const lines = kept.get(definition.file) ?? new Set();
        if (lines.has(definition.line)) continue;
        const wanted = definitionLines(definition, names, members, index);
        // Of a long type of which no member is named, the name is known already.
        if (wanted.length < Math.min(3, definition.endLine - definition.line + 1)) continue;
        if (wanted.length <= left) {
          left -= wanted.length;
          kept.set(definition.file, new Set([...lines, ...wanted]));
        } else if (definition.line < definition.endLine) {
          const place = `${definition.file}:${definition.line}`;
          const [first, second, ...others] = definition.names;
          const names = [first, second, ...(others.length > 0 ? ['…'] : [])];
          omitted.push(`the definition of ${names.filter(Boolean).join(', ')} (${place})`);
        }
      }
    }
  }

  /** A record comes first whose members the lines of interest name. */
  function decisiveFirst(left: Definition, right: Definition): number {
    const rank = (one: Definition) => (membersNamed(one, decisive, index).length > 0 ? 0 : 1);
    return rank(left) - rank(right);
  }

  /** What is defined under these names, and the types that those are other names of. */
  async function findAll(
    names: ReadonlySet<string>,
    files: readonly string[],
  ): Promise<Definition[]> {
    const found = new Map<string, Definition>();
    let wanted = names;
    for (let round = 0; round <= MAX_ALIASES && wanted.size > 0; round += 1) {
      const fresh: Definition[] = [];
      for (const file of files) {
        for (const one of await definitionsOf(wanted, file, index)) {
          const key = `${one.file}:${one.line}`;
          if (!found.has(key) && saysSomething(one, index)) {
            found.set(key, one);
            fresh.push(one);
          }
        }
      }
      const before = wanted;
      const aliased = fresh.flatMap((one) => [
        ...aliasedNames(one, index),
        ...membersNamed(one, decisive, index).flatMap((line) => memberType(one.file, line, index)),
      ]);
      wanted = new Set(aliased.filter((name) => !before.has(name) && !names.has(name)));
    }
    return withoutRepeats([...found.values()], index);
  }

  /** The macros and constants that a shown definition is made of; its types are known by name. */
  function namesKept(): string[] {
    return keptCode().flatMap(namesOn);
  }

  function keptCode(): string[] {
    return [...kept].flatMap(([file, lines]) =>
      [...lines].map((line) => index.code(file)[line - 1] ?? ''),
    );
  }
}

const RECORD = /\b(?:struct|union|class)\b/;

function isShort({ line, endLine }: Definition): boolean {
  return endLine - line < SHORT;
}

/** A text, and a macro that stands for nothing, for attributes or for a name like its own decides nothing. */
function saysSomething({ file, line, endLine, names }: Definition, index: SourceIndex): boolean {
  const text = index.code(file)[line - 1] ?? '';
  // The wording of a message decides nothing.
  const whole = index
    .code(file)
    .slice(line - 1, endLine)
    .join(' ')
    .slice(0, MAX_TEXT);
  if (/\bchar\b[^=("]*\[\s*\]\s*(?:=|\w+\s*\(\s*=)[^{]*"/.test(whole)) return false;
  const [macro, body] = /^\s*#\s*define\s+\w+(?:\([^)]*\))?\s*(.*)$/.exec(text) ?? [];
  if (macro === undefined || body === undefined) return true;
  const plain = body.trim();
  if (plain === '' || /^(?:extern|static|inline|const|volatile|register|restrict)\b/.test(plain))
    return false;
  if (
    /^(?:__attribute__|__attribute|__declspec|__cdecl|__stdcall|__inline|__restrict|_Pragma)/.test(
      plain,
    )
  )
    return false;
  // `#define open open64`: another name of a function.
  return !(/^\w+$/.test(plain) && names.some((name) => /[a-z]/.test(name) && plain.includes(name)));
}

/** The types that a type is another name of: what decides is in them. */
function aliasedNames({ file, line, endLine }: Definition, index: SourceIndex): string[] {
  if (endLine - line > 1) return [];
  const text = index
    .code(file)
    .slice(line - 1, endLine)
    .join(' ');
  const [, what] = /^\s*typedef\s+(.*);/.exec(text) ?? [];
  return what === undefined ? [] : namesOn(what);
}

/** The lines of a record with a member of one of these names. */
function membersNamed(
  { file, line, endLine }: Definition,
  names: ReadonlySet<string>,
  index: SourceIndex,
): number[] {
  const code = index.code(file);
  const head = code[line - 1] ?? '';
  if (endLine - line < 2 || !RECORD.test(`${head} ${code[line] ?? ''}`)) return [];
  return memberRows(code, { line, endLine }).flatMap((row) =>
    row.names.some((name) => names.has(name)) ? [row.line] : [],
  );
}

/** The type of a member: what it is a record of, or how wide and signed it is, decides as well. */
function memberType(file: string, line: number, index: SourceIndex): string[] {
  return namesOn(index.code(file)[line - 1] ?? '').slice(0, 1);
}

/**
 * Of a global that is defined, its declarations say nothing more; of a macro in variants the first is enough;
 * and which variant of a plain type holds cannot be told.
 */
function withoutRepeats(found: readonly Definition[], index: SourceIndex): Definition[] {
  const text = ({ file, line }: Definition) => index.code(file)[line - 1] ?? '';
  const types = found.filter((one) => /^\s*typedef\b[^{]*;/.test(text(one)));
  const times = Map.groupBy(types, ({ names }) => names.join());
  const isDeclaration = (one: Definition) => /^\s*(?:[A-Z_]*EXTERN|extern)\b/.test(text(one));
  const defined = new Set(found.filter((one) => !isDeclaration(one)).flatMap(({ names }) => names));
  const seen = new Set<string>();
  return found.filter((one) => {
    if (types.includes(one) && (times.get(one.names.join())?.length ?? 0) > 1) return false;
    if (isDeclaration(one) && one.names.every((name) => defined.has(name))) return false;
    const key = /^\s*#\s*define\b/.test(text(one)) ? `${one.file} ${one.names.join()}` : '';
    if (key !== '' && seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A long type is shown with the members that are named. In C++ a method names them like variables. */
function definitionLines(
  { file, line, endLine }: Definition,
  names: ReadonlySet<string>,
  members: ReadonlySet<string>,
  index: SourceIndex,
): readonly number[] {
  const all = Array.from({ length: endLine - line + 1 }, (_, at) => line + at);
  const lines = index.code(file);
  const isTable = all.slice(0, 3).some((at) => /=\s*\{?\s*$|=\s*\{/.test(lines[at - 1] ?? ''));
  if (all.length <= (isTable ? TABLE : WHOLE)) return all;
  const isRecord = all.slice(0, 2).some((at) => RECORD.test(lines[at - 1] ?? ''));
  const rows =
    isRecord && !isTable
      ? memberRows(lines, { line, endLine })
      : all.map((at) => ({ line: at, names: wordsOn(lines[at - 1] ?? '').slice(1) }));
  const isOfC = isRecord && !isTable && languageOf(file, index.lines(file).join('\n')) === 'c';
  const known = isOfC ? members : names;
  const wanted = rows.filter((row) => row.names.some((name) => known.has(name)));
  const isNamed = new Set(wanted.map((row) => row.line));
  // Of a table the form of its rows and the ones that are named say enough.
  const head = isTable ? TABLE_HEAD : 1;
  return all
    .filter((at) => at < line + head || at === endLine || isNamed.has(at))
    .slice(0, isTable ? TABLE : MAX_TYPE);
}

/** The names that the code of excerpts uses, those on lines of the base included. */
function namesIn(excerpts: readonly Excerpt[], index: SourceIndex): string[] {
  return excerpts.flatMap((one) => codeOf(one, index).flatMap(namesOn));
}

/** The lines of an excerpt without comments, those of the base included. */
function codeOf({ file, shown }: Excerpt, index: SourceIndex): string[] {
  return shown.map(({ line, text, side }) =>
    side === 'removed' ? text : (index.code(file)[line - 1] ?? ''),
  );
}

/** The names on a line, those in literals and in comments that end on it left out. */
function namesOn(text: string): string[] {
  return wordsOn(text).filter((name) => !isBuiltinName(name));
}

function wordsOn(text: string): readonly string[] {
  const plain = text.replaceAll(/"(?:\\.|[^"\\])*"|\/\*.*?(?:\*\/|$)|\/\/.*/g, '');
  return plain.match(/[A-Za-z_]\w*/g) ?? [];
}
