import type { ClangRange, ClangTypeDeclaration, ClangUnit } from '../../code/clang/unit.ts';
import { namedInType } from './c-context.ts';
import { type CDefinition, cDefinitionsOf, type ScannedC } from './c-definitions.ts';
import { textWithComment } from './c-source-text.ts';
import { type ReadSourceText, StepSources } from './step-sources.ts';

/** A record or an enum of the C, with all functions that use it. */
export interface CTypeSource {
  /** As C code names it: `struct point`, or a typedef of one without a tag. */
  readonly name: string;
  /** Relative to the project's folder. */
  readonly file: string;
  readonly startLine: number;
  /** As the source has it, with the comment before it. */
  readonly text: string;
  /** The macros and constants without a type that it names, such as the length of an array. */
  readonly macros: readonly string[];
  /** The functions that use it, by their ids. */
  readonly users: readonly string[];
  /** Those of them that name it: others only have it in types that they name. */
  readonly namedBy: ReadonlySet<string>;
  /** A unit that knows what is in it. */
  readonly unit: ClangUnit;
}

/** The records and enums that the functions of a scan use, in the order of the sources. */
export function cTypesOf(scan: ScannedC, read: ReadSourceText): CTypeSource[] {
  const sources = new StepSources(read);
  const found = new Map<string, { type: ClangTypeDeclaration; users: CDefinition[] }>();
  for (const user of cDefinitionsOf(scan).values()) {
    for (const type of sources.typesOf(user)) {
      // A typedef may stand on the lines of the record that it names.
      if (type.kind === 'typedef') continue;
      const place = `${type.range.file}:${type.range.startLine}`;
      const one = found.get(place);
      if (one === undefined) found.set(place, { type, users: [user] });
      else one.users.push(user);
    }
  }
  const all = [...found.values()].flatMap(({ type, users }): CTypeSource[] => {
    const { file, startLine, endLine } = type.range;
    const text = textWithComment(sources.lines(file), startLine, endLine);
    const [first] = users;
    const isPlain = !text.includes('{') || / at .*:\d+/.test(type.name);
    if (isPlain || first === undefined) return [];
    const ids = users.map(({ id }) => id);
    const { unit } = first;
    const macros = namedInType(type, text, unit, sources);
    const isNamedBy = (user: CDefinition) =>
      sources.namedTypesOf(user).some((one) => isSamePlace(one.range, type.range));
    const namedBy = new Set(users.filter(isNamedBy).map(({ id }) => id));
    return [{ name: type.name, file, startLine, text, macros, users: ids, namedBy, unit }];
  });
  return all.sort((a, b) => (a.file === b.file ? a.startLine - b.startLine : 0));
}

function isSamePlace(one: ClangRange, other: ClangRange): boolean {
  return one.file === other.file && one.startLine === other.startLine;
}
