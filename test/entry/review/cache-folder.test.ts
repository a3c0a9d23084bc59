import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { openCache } from '../../../src/entry/review/cache-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a folder that is named', () => {
  test.each(['', 'deep', 'deep/er', 'link'])('is refused in what is scanned: "%s"', (path) => {
    const scanned = temporaryFolder({ 'a.c': '' });
    mkdirSync(join(scanned, 'deep'));
    symlinkSync('deep', join(scanned, 'link'));
    const named = join(scanned, path);
    expect(() => openCache(scanned, named)).toThrow(
      `--cache-dir ${named} lies below ${scanned}; name a folder outside of what is scanned`,
    );
  });

  test('is refused where a link leads into what is scanned', () => {
    const scanned = temporaryFolder({ 'a.c': '' });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(scanned, link);
    expect(() => openCache(scanned, join(link, 'cache'))).toThrow('lies below');
  });

  test('is refused where a file is in its place, or on the way', () => {
    const outside = temporaryFolder({ file: '' });
    // Node's own way to make folders hangs where a system lets none be made.
    for (const named of [join(outside, 'file'), join(outside, 'file/deeper'), '/proc/nope/deep']) {
      const open = () => openCache(temporaryFolder({ 'a.c': '' }), named);
      expect(open).toThrow(`--cache-dir ${named} is no folder: `);
    }
  });

  test('may lie beside, also where its name begins alike', () => {
    const outside = temporaryFolder();
    const scanned = join(outside, 'tree');
    mkdirSync(scanned);
    expect(openCache(scanned, join(outside, 'tree-cache'))).toBeDefined();
    expect(openCache(scanned, outside)).toBeDefined();
  });
});

describe('the folder of a person', () => {
  const before = process.env['XDG_CACHE_HOME'];

  afterEach(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
  });

  test('is used, except where it lies in what is scanned', () => {
    const home = temporaryFolder();
    process.env['XDG_CACHE_HOME'] = home;
    expect(openCache(temporaryFolder(), undefined)).toBeDefined();
    expect(openCache(home, undefined)).toBeUndefined();
  });
});
