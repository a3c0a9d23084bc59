import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClangCType, ClangRecord } from '../../code/clang/types.ts';
import type { ClangFunction, ClangRange, ClangUnit } from '../../code/clang/unit.ts';
import type { LengthExpression } from '../cases/length-expression.ts';
import { allocatedLengths } from './allocated-lengths.ts';
import { indexesInto } from './indexes-into.ts';
import { namedConstants } from './named-constants.ts';
import { noneInSource } from './none-in-source.ts';
import { touchesField } from './touched-fields.ts';

/** The C sources of a unit, as people wrote them. */
export class CSources {
  private readonly project: string;
  private readonly unit: ClangUnit;
  private readonly lines = new Map<string, readonly string[]>();
  private named: ReadonlyMap<string, bigint> | undefined;
  private lengths: ReturnType<typeof allocatedLengths> | undefined;

  /** @param project the folder of the C project */
  constructor(project: string, unit: ClangUnit) {
    this.project = project;
    this.unit = unit;
  }

  /** The text of a C function. */
  textOf({ range }: ClangFunction): string {
    return this.linesOf(range.file)
      .slice(range.startLine - 1, range.endLine)
      .join('\n');
  }

  /** See `Definitions`. */
  allocated(record: ClangRecord, field: string): LengthExpression | undefined {
    const { file, functions, types } = this.unit;
    const files = new Set([file, ...[...functions, ...types].map(({ range }) => range.file)]);
    this.lengths ??= allocatedLengths(
      functions.map((one) => this.textOf(one)),
      [...files].flatMap((one) => this.linesOf(one)).join('\n'),
    );
    return this.lengths(record, field);
  }

  /** See `Definitions`. @param functions that use it: of a parameter its own */
  noneOf(
    place: { readonly name: string; readonly isField: boolean },
    type: ClangCType,
    functions: readonly ClangFunction[],
  ): bigint | undefined {
    const number = type.kind === 'enum' || type.kind === 'integer' ? type : undefined;
    if (number === undefined) return undefined;
    const texts = functions.map((one) => this.textOf(one));
    return noneInSource(texts, place, number, this.constants());
  }

  /** See `Definitions`. */
  indexes(field: string): ReadonlySet<string> {
    const texts = this.unit.functions.map((one) => this.textOf(one));
    return new Set(texts.flatMap((text) => indexesInto(text, field)));
  }

  /** See `Definitions`. */
  constants(): ReadonlyMap<string, bigint> {
    const { file, functions, types, prototypes } = this.unit;
    const told = [...functions, ...types].map(({ range }) => range.file);
    const files = new Set([file, ...told, ...prototypes.map((one) => one.file)]);
    this.named ??= namedConstants([...files].flatMap((one) => this.linesOf(one)).join('\n'));
    return this.named;
  }

  /** See `Definitions`. @param reached the function, and what it calls @param units where macros are defined */
  usesField(
    field: string,
    reached: readonly ClangFunction[],
    units: readonly ClangUnit[] = [this.unit],
  ): boolean {
    const macros = [...new Set(reached.flatMap((one) => one.macros))];
    const texts = reached.map((one) => this.textOf(one));
    const defined = macros.flatMap((name) => this.definitionsOf(name, units));
    return touchesField(field, texts, defined);
  }

  /** The texts of the definitions of a macro in files of the project. */
  private definitionsOf(name: string, units: readonly ClangUnit[]): string[] {
    const events = units.flatMap(({ macros }) => macros.events.get(name) ?? []);
    const places = events.flatMap(({ place }) => place ?? []);
    return [...new Map(places.map((one) => [`${one.file}:${one.line}`, one])).values()].map(
      ({ file, line }) => {
        const lines = this.linesOf(file).slice(line - 1);
        const last = lines.findIndex((text) => !/\\\s*$/.test(text));
        return lines.slice(0, last + 1).join('\n');
      },
    );
  }

  /** The texts of the files in which functions and types are. */
  filesOf(declared: readonly { readonly range: ClangRange }[]): string[] {
    const files = new Set(declared.map(({ range }) => range.file));
    return [...files].map((file) => this.linesOf(file).join('\n'));
  }

  private linesOf(file: string): readonly string[] {
    const path = join(this.project, file);
    const known = this.lines.get(file);
    if (known !== undefined) return known;
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    this.lines.set(file, lines);
    return lines;
  }
}
