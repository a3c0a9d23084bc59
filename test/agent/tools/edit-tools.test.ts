import { lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { editFile } from '../../../src/agent/tools/edit-tools.ts';
import { agentTree, answerOf } from '../../support/agent-tree.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SCOPE = { allowed: ['src/**/*.rs', '/Cargo.toml'] };
const FILES = { 'src/lib.rs': 'fn a() {}\nfn b() {}\nfn a2() {}\n', 'build.rs': 'fn main() {}\n' };

function tools(folder: string) {
  const tree = agentTree(folder);
  return {
    edit: (args: object) => answerOf(editFile(tree, SCOPE), args),
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
  };
}

describe('edit_file', () => {
  test('replaces what stands there once, dollar signs as they are', async () => {
    const { edit, read } = tools(temporaryFolder(FILES));
    const edits = [
      { old: 'fn b() {}', new: 'fn b() { $& }' },
      { old: 'fn a() {}\n', new: '' },
    ];
    expect(await edit({ file: 'src/lib.rs', edits })).toBe('src/lib.rs was changed in 2 places.');
    expect(read('src/lib.rs')).toBe('fn b() { $& }\nfn a2() {}\n');
  });

  test('changes nothing when one of several edits has no place', async () => {
    const { edit, read } = tools(temporaryFolder(FILES));
    const edits = [
      { old: 'fn b', new: 'fn c' },
      { old: 'fn z', new: '' },
    ];
    expect(await edit({ file: 'src/lib.rs', edits })).toMatch(
      /edit 2 of src\/lib.rs: .*does not stand there/,
    );
    expect(read('src/lib.rs')).toBe(FILES['src/lib.rs']);
  });

  test('shows each place when there are several', async () => {
    const { edit, read } = tools(temporaryFolder(FILES));
    const text = await edit({ file: 'src/lib.rs', edits: [{ old: 'fn a', new: 'fn c' }] });
    expect(text).toMatch(
      /stands there 2 times; nothing was changed[\s\S]*1 \| fn a\(\)[\s\S]*---[\s\S]*3 \| fn a2/,
    );
    expect(read('src/lib.rs')).toBe(FILES['src/lib.rs']);
  });
});

describe('what may be written', () => {
  test.each([
    ['build.rs', /may not be written here; what may is: src/],
    ['src/../build.rs', /leads upwards/],
    ['/tmp/x.rs', /is absolute/],
    ['src/link.rs', /link/],
    ['src/out/x.rs', /out of the tree/],
    ['src/hidden/x.rs', /may not be written/],
    ['.git/hooks/x.rs', /part of git/],
    ['', /is a link or the tree itself/],
  ])('is not %j', async (file, why) => {
    const folder = temporaryFolder({ ...FILES, 'private/x.rs': 'kept' });
    const outside = temporaryFolder({ 'x.rs': 'kept' });
    symlinkSync('lib.rs', join(folder, 'src/link.rs'));
    symlinkSync(outside, join(folder, 'src/out'));
    symlinkSync('../private', join(folder, 'src/hidden'));
    const { edit, read } = tools(folder);
    const edits = [{ old: 'kept', new: 'changed' }];
    expect(await edit({ file, edits })).toMatch(why);
    expect(read('src/lib.rs')).toBe(FILES['src/lib.rs']);
    expect(read('private/x.rs')).toBe('kept');
    expect(readFileSync(join(outside, 'x.rs'), 'utf8')).toBe('kept');
    expect(lstatSync(join(folder, 'src/link.rs')).isSymbolicLink()).toBe(true);
    expect(readdirSync(outside)).toEqual(['x.rs']);
  });
});
