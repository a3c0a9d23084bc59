import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from '../../errors.ts';

const CHUNK = 65_536;

/**
 * The text of a file that a person names, which may be a pipe of their shell, and of a device has no end.
 * @throws UsageError where it is longer than this, or the error of the system
 */
export function readNamedText(path: string, maxBytes: number): string {
  const descriptor = openSync(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let total = 0;
    for (;;) {
      const chunk = Buffer.alloc(CHUNK);
      const read = readSync(descriptor, chunk);
      if (read === 0) return Buffer.concat(chunks).toString('utf8');
      chunks.push(chunk.subarray(0, read));
      total += read;
      if (total > maxBytes) throw new UsageError(`it has more than ${maxBytes} bytes`);
    }
  } finally {
    closeSync(descriptor);
  }
}
