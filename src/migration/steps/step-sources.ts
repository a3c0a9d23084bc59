import { endOfDirective } from '../../code/c/declarations/macro-definitions.ts';
import type { ClangGlobal, ClangTypeDeclaration, ClangUnit } from '../../code/clang/unit.ts';
import type { CDefinition } from './c-definitions.ts';

/** The text of a file of the project; undefined when it cannot be read. */
export type ReadSourceText = (file: string) => string | undefined;

/** A `#define` with parameters. */
interface MacroWithParameters {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** What stands behind its name. */
  readonly body: string;
}

/**
 * The files and units that steps are made from. What is found in them is worked out once: projects have
 * thousands of functions, and each step looks at all of them.
 */
export class StepSources {
  private readonly read: ReadSourceText;
  private readonly texts = new Map<string, string>();
  private readonly split = new Map<string, readonly string[]>();
  private readonly macrosOfFiles = new Map<string, ReadonlyMap<string, string>>();
  private readonly macrosOfUnits = new Map<ClangUnit, ReadonlyMap<string, string>>();
  private readonly callable = new Map<string, readonly MacroWithParameters[]>();
  private readonly files = new Map<ClangUnit, readonly string[]>();
  private readonly types = new Map<ClangUnit, Map<string, ClangTypeDeclaration[]>>();
  private readonly reached = new Map<CDefinition['function'], readonly ClangTypeDeclaration[]>();
  private readonly shared = new Map<readonly ClangUnit[], ReadonlyMap<string, ClangGlobal>>();

  constructor(read: ReadSourceText) {
    this.read = read;
  }

  /** Empty where the file cannot be read. */
  text(file: string): string {
    return once(this.texts, file, () => this.read(file) ?? '');
  }

  lines(file: string): readonly string[] {
    return once(this.split, file, () => this.text(file).split('\n'));
  }

  /** @param from the first line, from 1 @param to the last one */
  between(file: string, from: number, to: number): string {
    return this.lines(file)
      .slice(from - 1, to)
      .join('\n');
  }

  /** The files of the project that a unit is known to consist of. */
  filesOf(unit: ClangUnit): readonly string[] {
    return once(this.files, unit, () => {
      const parts = [...unit.functions, ...unit.globals, ...unit.types];
      const ranges = parts.map(({ range }) => range.file);
      return [...new Set([unit.file, ...ranges, ...unit.prototypes.map(({ file }) => file)])];
    });
  }

  /** The macros of the files of a unit by their names, each with its directive; the first one of a name. */
  macrosOf(unit: ClangUnit): ReadonlyMap<string, string> {
    return once(this.macrosOfUnits, unit, () => {
      const macros = new Map<string, string>();
      for (const file of this.filesOf(unit))
        for (const [name, text] of this.macrosIn(file))
          if (!macros.has(name)) macros.set(name, text);
      return macros;
    });
  }

  /** The macros with parameters that a file defines, in its order. */
  macrosWithParameters(file: string): readonly MacroWithParameters[] {
    return once(this.callable, file, () => {
      const text = this.text(file);
      return [...text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)\(/gm)].map((found) => {
        const macro = text.slice(found.index, endOfDirective(text, found.index)).trim();
        return {
          name: found[1] ?? '',
          line: text.slice(0, found.index).split('\n').length,
          text: macro,
          body: macro.slice(found[0].trim().length),
        };
      });
    });
  }

  /** The types of a function, and those that these are made of. */
  typesOf(definition: CDefinition): readonly ClangTypeDeclaration[] {
    return once(this.reached, definition.function, () => this.typesFrom(definition, () => true));
  }

  /** The types that a function names itself, and what typedefs among them stand for. */
  namedTypesOf(definition: CDefinition): readonly ClangTypeDeclaration[] {
    return this.typesFrom(definition, ({ kind }) => kind === 'typedef');
  }

  /** @param isFollowed whether the types that one is made of are wanted as well */
  private typesFrom(
    { unit, function: fn }: CDefinition,
    isFollowed: (type: ClangTypeDeclaration) => boolean,
  ): readonly ClangTypeDeclaration[] {
    const named = once(this.types, unit, () => Map.groupBy(unit.types, ({ name }) => name));
    const found = new Map<string, ClangTypeDeclaration>();
    const pending = [...fn.types];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      for (const type of named.get(name) ?? []) {
        const place = `${type.range.file}:${type.range.startLine} ${type.name}`;
        if (found.has(place)) continue;
        found.set(place, type);
        if (isFollowed(type)) pending.push(...type.types);
      }
    }
    return [...found.values()];
  }

  /** A variable that a unit mentions: its own, or that of the unit that others may take it from. */
  globalOf(name: string, unit: ClangUnit, units: readonly ClangUnit[]): ClangGlobal | undefined {
    const own = unit.globals.find((one) => one.name === name && one.within === undefined);
    if (own !== undefined) return own;
    const shared = once(this.shared, units, () => {
      const found = new Map<string, ClangGlobal>();
      for (const one of units.flatMap(({ globals }) => globals)) {
        if (one.within === undefined && !one.isStatic && !found.has(one.name))
          found.set(one.name, one);
      }
      return found;
    });
    return shared.get(name);
  }

  private macrosIn(file: string): ReadonlyMap<string, string> {
    return once(this.macrosOfFiles, file, () => {
      const text = this.text(file);
      const macros = new Map<string, string>();
      for (const found of text.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)) {
        const [, name = ''] = found;
        if (macros.has(name)) continue;
        macros.set(name, text.slice(found.index, endOfDirective(text, found.index)).trim());
      }
      return macros;
    });
  }
}

function once<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
