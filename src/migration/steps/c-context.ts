import { conditionNames } from '../../code/clang/condition-names.ts';
import type { ClangRange, ClangTypeDeclaration, ClangUnit } from '../../code/clang/unit.ts';
import type { CDefinition } from './c-definitions.ts';
import type { MacrosAt, StepSources } from './step-sources.ts';

const MAX_CONTEXT_CHARACTERS = 40_000;

/** Lines of a unit that are shown, and the macros that there are where they stand. */
interface Shown {
  readonly text: string;
  readonly unit: ClangUnit;
  readonly macros: MacrosAt;
}

/** A word of some lines: what it means is what it means there. */
interface Name {
  readonly word: string;
  readonly of: Shown;
}

/**
 * The types, macros and globals that a function uses, and those that these are made of, as the preprocessor knew them
 * where each of them stands.
 */
export function contextOf(
  one: CDefinition,
  units: readonly ClangUnit[],
  sources: StepSources,
): string {
  const { unit, function: fn } = one;
  const shownOf = (range: ClangRange, within: ClangUnit): Shown => ({
    text: sources.between(range.file, range.startLine, range.endLine),
    unit: within,
    macros: sources.macrosAt(within, range),
  });
  const types = sources.typesOf(one);
  // A record and the typedef around it stand on the same lines.
  const parts = new Map<string, Shown>();
  for (const { range } of types) parts.set(placed(range, sources), shownOf(range, unit));
  for (const name of fn.globals) {
    const global = sources.globalOf(name, unit, units);
    if (global === undefined) continue;
    const definer = units.find(({ globals }) => globals.includes(global)) ?? unit;
    parts.set(placed(global.range, sources), shownOf(global.range, definer));
  }
  const own = shownOf(fn.range, unit);
  const namesOf = (shown: Shown) => namesIn(shown.text).map((word) => ({ word, of: shown }));
  const inParts = [...parts.values()].flatMap(namesOf);
  // Those of its own text for a function that a macro makes of the macros it is given.
  const others = [...conditionNames(own.text), ...fn.macros].map((word) => ({ word, of: own }));
  const { macros, enums } = definitionsOf([...namesOf(own), ...inParts, ...others], sources);
  const isShown = new Set(parts.keys());
  const texts = [...parts.keys(), ...enums.filter((text) => !isShown.has(text)), ...macros];
  const absent = [...fn.undefinedMacros, ...types.flatMap((type) => type.undefinedMacros)];
  if (absent.length > 0) texts.unshift(`/* Not defined: ${[...new Set(absent)].join(', ')} */`);
  let length = 0;
  const kept = texts.filter((part) => {
    length += part.length;
    return length <= MAX_CONTEXT_CHARACTERS;
  });
  return kept.join('\n\n');
}

/** The macros and the constants without a type that a type of a unit names, and those that these are made of. */
export function namedInType(
  { range }: ClangTypeDeclaration,
  text: string,
  unit: ClangUnit,
  sources: StepSources,
): string[] {
  const of: Shown = { text, unit, macros: sources.macrosAt(unit, range) };
  const names = namesIn(text).map((word) => ({ word, of }));
  const { macros, enums } = definitionsOf(names, sources, (type) => type.name.includes(' at '));
  return [...enums.filter((one) => !one.includes(text)), ...macros];
}

/** The definitions that names lead to, each as it is shown. */
function definitionsOf(
  names: readonly Name[],
  sources: StepSources,
  isWanted: (type: ClangTypeDeclaration) => boolean = () => true,
): { readonly macros: readonly string[]; readonly enums: readonly string[] } {
  const wanted = [...names];
  const macros = new Set<string>();
  const enums = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const { word, of } = name;
    const macro = of.macros(word);
    const type = macro === undefined ? sources.enumOf(word, of.unit) : undefined;
    if (macro !== undefined && !macros.has(macro)) {
      macros.add(macro);
      // A macro is expanded where it is used, and so are those that it is made of.
      const inner = macro.match(/\b[A-Za-z_]\w*\b/g) ?? [];
      wanted.push(...inner.flatMap((each) => (each === word ? [] : [{ word: each, of }])));
    }
    if (type === undefined || !isWanted(type)) continue;
    const text = placed(type.range, sources);
    if (enums.has(text)) continue;
    enums.add(text);
    const shown = { text, unit: of.unit, macros: sources.macrosAt(of.unit, type.range) };
    wanted.push(...namesIn(text).map((each) => ({ word: each, of: shown })));
  }
  return { macros: [...macros].reverse(), enums: [...enums].reverse() };
}

function placed({ file, startLine, endLine }: ClangRange, sources: StepSources): string {
  return `/* ${file}:${startLine} */\n${sources.between(file, startLine, endLine)}`;
}

function namesIn(text: string): string[] {
  return withoutComments(text).match(/\b[A-Za-z_]\w*\b/g) ?? [];
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '');
}
