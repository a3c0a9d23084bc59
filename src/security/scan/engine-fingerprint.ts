import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { byBytes } from '../../workspace/files/byte-order.ts';

/**
 * Names this version of the program by the contents of its sources and of the
 * packages' lock file: results of another version are not used again.
 */
export function engineFingerprint(sources: string, lockFile: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort(byBytes);
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(sources, file)));
  return hash.update(readFileSync(lockFile)).update(process.version).digest('base64');
}
