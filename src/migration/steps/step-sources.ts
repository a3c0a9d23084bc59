import { endOfDirective } from '../../code/c/declarations/macro-definitions.ts';
import { macroWithin, spanOf, type TextSpan } from '../../code/clang/macro-places.ts';
import type {
  ClangGlobal,
  ClangMacroEvent,
  ClangRange,
  ClangTypeDeclaration,
  ClangUnit,
} from '../../code/clang/unit.ts';
import type { CDefinition } from './c-definitions.ts';

/** The text of a file of the project; undefined when it cannot be read. */
export type ReadSourceText = (file: string) => string | undefined;

type MacroPlace = NonNullable<ClangMacroEvent['place']>;

/** The directive of the macro that a name stands for; undefined where it is none of the project's. */
export type MacrosAt = (name: string) => string | undefined;

/** A `#define` that goes on for longer is cut off. */
const MAX_MACRO_LINES = 1000;

/** A `#define` with parameters. */
interface MacroWithParameters extends MacroPlace {
  readonly name: string;
  /** The line of the preprocessed text. */
  readonly at: number;
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
  private readonly directives = new Map<string, string | undefined>();
  private readonly spans = new Map<ClangRange, TextSpan>();
  private readonly callable = new Map<ClangUnit, readonly MacroWithParameters[]>();
  private readonly enums = new Map<ClangUnit, ReadonlyMap<string, ClangTypeDeclaration>>();
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

  /**
   * The macros as the preprocessor knew them where some lines of a unit stand: each with its directive, by its name.
   */
  macrosAt(unit: ClangUnit, range: ClangRange): MacrosAt {
    const span = once(this.spans, range, () => spanOf(range, unit.macros.lines));
    return (name) => this.macroIn(name, unit, span);
  }

  /** The macros with parameters that a unit defines, in the order of the preprocessed text. */
  macrosWithParameters(unit: ClangUnit): readonly MacroWithParameters[] {
    return once(this.callable, unit, () =>
      [...unit.macros.events]
        .flatMap(([name, events]) => events.flatMap((event) => this.callableAt(name, event)))
        .sort((one, other) => one.at - other.at),
    );
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

  /** The enum of a unit that has a constant. */
  enumOf(constant: string, unit: ClangUnit): ClangTypeDeclaration | undefined {
    const enums = once(this.enums, unit, () => {
      const all = unit.types.flatMap((type) =>
        (type.constants ?? []).map((name): [string, ClangTypeDeclaration] => [name, type]),
      );
      return new Map(all);
    });
    return enums.get(constant);
  }

  private macroIn(name: string, unit: ClangUnit, span: TextSpan): string | undefined {
    const events = unit.macros.events.get(name);
    if (events === undefined) return undefined;
    const place = macroWithin(events, span, (event) => event.place !== undefined)?.place;
    return place && this.directiveAt(name, place);
  }

  private callableAt(name: string, { at, place }: ClangMacroEvent): MacroWithParameters[] {
    const text = place && this.directiveAt(name, place);
    if (place === undefined || text === undefined) return [];
    const body = text.slice(text.indexOf(name) + name.length);
    return body.startsWith('(') ? [{ name, at, ...place, text, body }] : [];
  }

  /** The `#define` on a line, with the lines that it goes on; undefined where the file is another one by now. */
  private directiveAt(name: string, { file, line }: MacroPlace): string | undefined {
    return once(this.directives, `${file}:${line}`, () => {
      const lines = this.lines(file);
      // The name may stand on a line of its own.
      let first = line - 1;
      while (first > 0 && /\\\r?$/.test(lines[first - 1] ?? '')) first -= 1;
      const text = lines.slice(first, line + MAX_MACRO_LINES).join('\n');
      const directive = text.slice(0, endOfDirective(text, 0)).trim();
      return new RegExp(`^[^\\n]*\\bdefine\\b[\\s\\\\]+${RegExp.escape(name)}(?!\\w)`).test(
        directive,
      )
        ? directive
        : undefined;
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
