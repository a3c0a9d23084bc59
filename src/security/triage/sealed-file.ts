import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { basename } from 'node:path';
import type * as z from 'zod';
import { messageOf, UsageError } from '../../errors.ts';
import { writeFileAtomically } from '../../workspace/files/atomic-file.ts';
import { isSealOf, sealOf } from '../../workspace/state/seal.ts';

/**
 * JSON Lines that only this user's runs can have written: each line is sealed with an HMAC over its
 * content and the file's name. The folder may be a stranger's, so other lines count for nothing, and
 * neither does a last line that a killed run left unfinished.
 */
export class SealedFile<Entry extends object> {
  private readonly path: string;
  private readonly schema: z.ZodType<Entry>;
  private readonly key: Buffer;
  /** The entries that were there, in their order. */
  readonly entries: readonly Entry[];
  /** How many lines were not ours. */
  readonly unsealedCount: number;

  /**
   * Reads the file, and leaves in it what counts unless it is to be read only.
   * @throws UsageError when it cannot be read or written
   */
  constructor(path: string, schema: z.ZodType<Entry>, key: Buffer, readOnly = false) {
    this.path = path;
    this.schema = schema;
    this.key = key;
    const text = this.readText();
    const lines = text.split('\n').filter((line) => line !== '');
    this.entries = lines.flatMap((line) => this.parse(line) ?? []);
    this.unsealedCount = lines.length - this.entries.length;
    // What is appended must not go on a line that has all but its end.
    const isWhole = text === '' || text.endsWith('\n');
    if (!readOnly && (this.unsealedCount > 0 || !isWhole)) this.replace(this.entries);
  }

  /**
   * Adds entries, all of them or, when the run is killed, none that would be read again by halves.
   * @throws UsageError when the file cannot be written
   */
  append(entries: readonly Entry[]): void {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
    try {
      const descriptor = openSync(this.path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o644);
      try {
        writeSync(descriptor, this.print(entries));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } catch (thrown) {
      throw new UsageError(`cannot write ${this.path}: ${messageOf(thrown)}`);
    }
  }

  /** @throws UsageError when the file cannot be written */
  replace(entries: readonly Entry[]): void {
    writeFileAtomically(this.path, this.print(entries));
  }

  private print(entries: readonly Entry[]): string {
    return (
      entries
        // The schema settles the order of keys: an entry that was read again gives the same bytes.
        .map((entry) => this.schema.parse(entry))
        .map((entry) => {
          const seal = sealOf(this.key, basename(this.path), entry);
          return `${JSON.stringify({ ...entry, seal })}\n`;
        })
        .join('')
    );
  }

  private readText(): string {
    const entry = lstatSync(this.path, { throwIfNoEntry: false });
    if (entry === undefined) return '';
    if (!entry.isFile()) throw new UsageError(`${this.path} is no plain file; move it away`);
    try {
      return readFileSync(this.path, 'utf8');
    } catch (thrown) {
      throw new UsageError(`cannot read ${this.path}: ${messageOf(thrown)}`);
    }
  }

  private parse(line: string): Entry | undefined {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return undefined;
    }
    if (typeof value !== 'object' || value === null || !('seal' in value)) return undefined;
    const { seal, ...content } = value;
    if (typeof seal !== 'string') return undefined;
    if (!isSealOf(seal, this.key, basename(this.path), content)) return undefined;
    return this.schema.safeParse(content).data;
  }
}
