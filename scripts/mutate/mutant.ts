import { createHash } from 'node:crypto';

/** A place in a text, counted from 0. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** One small change of a source, such as `<` to `<=`. */
export interface SourceMutant {
  /** From the root of the repository. */
  readonly file: string;
  readonly mutatorName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement: string;
}

/** The same for the same change of the same text. */
export function mutantKey({ file, mutatorName, location, replacement }: SourceMutant): string {
  const { start, end } = location;
  const place = [start.line, start.column, end.line, end.column].join(':');
  return [file, place, mutatorName, replacement].join(' ');
}

/** A number between 0 and 1 that looks drawn, and is the same for the same seed and text. */
export function drawn(seed: number, text: string): number {
  return createHash('sha256').update(`${seed} ${text}`).digest().readUInt32BE() / 2 ** 32;
}

/** What the mutant takes the place of. */
export function originalOf(source: string, { location }: Pick<SourceMutant, 'location'>): string {
  return source.slice(offsetOf(source, location.start), offsetOf(source, location.end));
}

/** The source with the change made. */
export function mutated(
  source: string,
  { location, replacement }: Pick<SourceMutant, 'location' | 'replacement'>,
): string {
  const [start, end] = [offsetOf(source, location.start), offsetOf(source, location.end)];
  return source.slice(0, start) + replacement + source.slice(end);
}

function offsetOf(source: string, { line, column }: Position): number {
  let offset = 0;
  for (let passed = 0; passed < line; passed += 1) offset = source.indexOf('\n', offset) + 1;
  return offset + column;
}
