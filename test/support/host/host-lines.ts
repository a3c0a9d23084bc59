import { read, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** The lines that come from a pipe, each as soon as it is there. */
export class HostLines {
  readonly #pipe: number;
  readonly #part = Buffer.alloc(64 * 1024);
  readonly #lines: string[] = [];
  #rest = '';

  constructor(pipe: number) {
    this.#pipe = pipe;
  }

  /** Waits for the next line. @returns undefined when nobody writes any more */
  next(): string | undefined {
    while (this.#lines.length === 0) {
      if (!this.#take(readSync(this.#pipe, this.#part))) return undefined;
    }
    return this.#lines.shift();
  }

  /** The same without blocking this thread. */
  async nextLater(): Promise<string | undefined> {
    const readLater = promisify(read);
    while (this.#lines.length === 0) {
      const { bytesRead } = await readLater(this.#pipe, this.#part, 0, this.#part.length, null);
      if (!this.#take(bytesRead)) return undefined;
    }
    return this.#lines.shift();
  }

  #take(bytes: number): boolean {
    const [first = '', ...more] = this.#part.toString('latin1', 0, bytes).split('\n');
    this.#rest += first;
    for (const line of more) {
      this.#lines.push(this.#rest);
      this.#rest = line;
    }
    return bytes > 0;
  }
}

/** Writes a value to a pipe as a line of JSON, in letters that are each one byte. */
export function writeLine(pipe: number, value: object): void {
  const json = JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  let rest = Buffer.from(`${json}\n`, 'latin1');
  while (rest.length > 0) rest = rest.subarray(writeSync(pipe, rest));
}
