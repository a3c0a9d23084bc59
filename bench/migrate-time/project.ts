import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isItems,
  parseItems,
  printItems,
  type RustItem,
  withMembers,
} from '../../src/code/rust/items/item-list.ts';
import type { SourceParser } from '../../src/code/syntax/source-parser.ts';
import { DEFAULT_CONFIG, writeConfig } from '../../src/migration/artifacts/config.ts';
import { C_PROJECT, CRATE, type Pair, rustPlace } from '../mutants/pairs.ts';

/** A function of the crate as an answer gives it. */
export interface Written {
  readonly pair: Pair;
  readonly file: string;
  readonly signature: string;
  /** Items of its file. */
  readonly code: string;
  /** Tests of the whole file, which need all of its functions. */
  readonly tests: string;
}

/**
 * Writes a git work tree with the C of some pairs, and a Rust interface in which their functions
 * have no bodies.
 * @param folder an empty one
 * @returns what stood in the place of the bodies
 */
export function writeProject(
  folder: string,
  pairs: readonly Pair[],
  parser: SourceParser,
): readonly Written[] {
  const units = new Set(pairs.map(({ c }) => c));
  mkdirSync(join(folder, 'c'));
  mkdirSync(join(folder, 'interface'));
  for (const name of readdirSync(C_PROJECT)) {
    if (units.has(name.replace(/[.]h$/, '.c')))
      cpSync(join(C_PROJECT, name), join(folder, 'c', name));
  }
  const files = [...new Set(pairs.map((pair) => rustPlace(pair).file))];
  const written = files.flatMap((file) => {
    const own = pairs.filter((pair) => rustPlace(pair).file === file);
    const { without, taken } = emptied(parser, readFileSync(join(CRATE, file), 'utf8'), file, own);
    writeFileSync(join(folder, 'interface', file.replace('src/', '')), without);
    return taken;
  });
  writeConfig(folder, { ...DEFAULT_CONFIG, root: 'c', rust_interface: 'interface' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org'];
  git(...author, 'commit', '--quiet', '--message=The C');
  return written;
}

function emptied(parser: SourceParser, text: string, file: string, pairs: readonly Pair[]) {
  const list = parseItems(parser, text);
  if (!isItems(list)) throw new Error(`${file} does not parse at line ${list.line}`);
  const taken: Written[] = [];
  const members = list.items.find(({ key }) => key === 'mod tests')?.members ?? [];
  const tests = members
    .filter(({ key }) => key.startsWith('fn '))
    .map((one) => one.text)
    .join('\n');
  const without = (item: RustItem, owner: RustItem | undefined): RustItem => {
    const method = /\b(\w+)(?:<[^>]*>)?$/.exec(owner?.head ?? '')?.[1];
    const name = method === undefined ? item.name : `${method}::${item.name}`;
    const pair = pairs.find((one) => item.key.startsWith('fn ') && rustPlace(one).name === name);
    if (pair === undefined) return item;
    const code = owner === undefined ? item.text : withMembers(owner, [item]).text;
    taken.push({ pair, file, signature: item.head, code, tests });
    return { ...item, text: `${item.lead}${item.head} {\n    unimplemented!()\n}` };
  };
  const items = list.items
    .filter(({ key }) => key !== 'mod tests')
    .map((item) =>
      item.members === undefined || item.key.includes(' for ')
        ? without(item, undefined)
        : withMembers(
            item,
            item.members.map((member) => without(member, item)),
          ),
    );
  if (taken.length !== pairs.length) throw new Error(`${file} lacks a function of its pairs`);
  return { without: printItems({ ...list, items }), taken };
}
