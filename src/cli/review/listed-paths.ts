import { UsageError } from '../../errors.ts';
import { systemReason } from '../../workspace/files/error-code.ts';
import { readNamedText } from '../../workspace/files/read-named.ts';
import { oneLine } from '../output/terminal-text.ts';

/** More than any project has files. */
const MAX_BYTES = 50_000_000;

/**
 * The paths that a file lists, one a line.
 * @throws UsageError where the file cannot be read, and where it names nothing: a list that came out empty must not become
 *   a run over the current folder, nor a clean one
 */
export function listedPaths(file: string): string[] {
  let text: string;
  try {
    text = readNamedText(file, MAX_BYTES);
  } catch (thrown) {
    throw new UsageError(`cannot read ${oneLine(file)}: ${systemReason(thrown)}`);
  }
  const paths = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line !== '');
  if (paths.length === 0) throw new UsageError(`${oneLine(file)} lists no path: one a line`);
  return paths;
}
