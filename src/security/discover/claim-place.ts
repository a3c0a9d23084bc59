import { unqualifiedName } from '../../code/unqualified-name.ts';
import type { SourceIndex } from '../slice/source-index.ts';
import type { Claim } from './claim.ts';

/** What is wrong with the place of a claim, in a sentence; undefined where code stands there as named. */
export function placeProblem(
  { file, line, function: name }: Claim,
  index: SourceIndex,
): string | undefined {
  if (!index.files.includes(file)) return `the project has no file ${file}`;
  const text = index.lines(file)[line - 1];
  if (text === undefined)
    return `${file} has only ${index.lines(file).length} lines, none of them ${line}`;
  const around = index.functionAt(file, line);
  if (around !== undefined && bareName(around.name) !== bareName(name)) {
    return `line ${line} of ${file} is in ${around.name}, not in ${name || 'no function'}`;
  }
  if (text.trim() === '') return `line ${line} of ${file} is empty`;
  return undefined;
}

/** `parse` of `Reader::parse()`. */
function bareName(name: string): string {
  return unqualifiedName(name.replace(/\s*\(.*$/s, '')).replaceAll(/\W/g, '');
}
