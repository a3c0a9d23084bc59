import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Has a function of a crate panic whatever it is given.
 * @param crate its folder
 * @param file relative to that
 * @param name of the function, without its path
 * @throws RangeError when the file has not exactly one function of that name
 */
export function breakFunction(crate: string, file: string, name: string): void {
  const path = join(crate, file);
  const text = readFileSync(path, 'utf8');
  // As rustfmt writes it, the line on which a body begins ends with its brace.
  const start = new RegExp(`\\bfn ${name}\\((?:[^{]|\\{(?!\\n))*\\{\\n`, 'g');
  const count = [...text.matchAll(start)].length;
  if (count !== 1) throw new RangeError(`${file} has ${count} functions ${name}`);
  writeFileSync(path, text.replace(start, '$&panic!("broken on purpose");\n'));
}
