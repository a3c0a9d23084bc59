/** Where a token stands, in the file that clang read. Lines, columns and bytes: the first two from 1. */
export interface TokenLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** In bytes from the start of the file. */
  readonly offset: number;
  /** The length of the token, in bytes. */
  readonly length: number;
}

/**
 * Fills in what clang leaves out of the places in its JSON tree: the file and the line where they are
 * those of the place printed before (`JSONNodeDumper::writeBareSourceLocation` in clang's
 * `lib/AST/JSONNodeDumper.cpp`). So every place of the tree must come through here, in the order in
 * which they are printed, those of skipped declarations and of both sides of a macro as well.
 */
export class LocationDecoder {
  private file = '';
  private line = 0;

  /**
   * A place by its members; undefined for the empty object that clang prints for no place. What has
   * two sides, since a macro was expanded, is where the macro stands in the code.
   */
  decode(value: unknown): TokenLocation | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('expansionLoc' in value) && !('spellingLoc' in value)) return this.decodeBare(value);
    // Printed in this order.
    const spelling = 'spellingLoc' in value ? this.decode(value.spellingLoc) : undefined;
    const expansion = 'expansionLoc' in value ? this.decode(value.expansionLoc) : undefined;
    return expansion ?? spelling;
  }

  private decodeBare(value: object): TokenLocation | undefined {
    const offset = 'offset' in value ? count(value.offset) : undefined;
    const column = 'col' in value ? count(value.col) : undefined;
    if (offset === undefined || column === undefined) return undefined;
    if ('file' in value && typeof value.file === 'string') this.file = value.file;
    if ('line' in value) this.line = count(value.line) ?? this.line;
    const length = ('tokLen' in value ? count(value.tokLen) : undefined) ?? 0;
    return { file: this.file, line: this.line, column, offset, length };
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
