import { createHash } from 'node:crypto';
import { namedItems, plainTokens } from './named-items.ts';

/** Stands for all of a file. */
export const WHOLE_FILE = '*';

/** Short digests of what C files say of names, comments and layout left out. Each file is read once. */
export class ItemDigests {
  private readonly read: (file: string) => string | undefined;
  private readonly texts = new Map<string, string | undefined>();
  private readonly files = new Map<string, ReadonlyMap<string, string> | undefined>();

  /** @param read the text of a file; undefined where it cannot be read */
  constructor(read: (file: string) => string | undefined) {
    this.read = read;
  }

  /** What a file says of a name, as tokens with blanks between; undefined where it defines no such name. */
  text(file: string, name: string): string | undefined {
    if (name === WHOLE_FILE) {
      const text = this.textOf(file);
      return text === undefined ? undefined : plainTokens(text);
    }
    if (!this.files.has(file)) {
      const text = this.textOf(file);
      this.files.set(file, text === undefined ? undefined : namedItems(text));
    }
    return this.files.get(file)?.get(name);
  }

  private textOf(file: string): string | undefined {
    if (!this.texts.has(file)) this.texts.set(file, this.read(file));
    return this.texts.get(file);
  }

  /** Of the same; undefined where there is nothing. */
  digest(file: string, name: string): string | undefined {
    const text = this.text(file, name);
    if (text === undefined) return undefined;
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  }
}
