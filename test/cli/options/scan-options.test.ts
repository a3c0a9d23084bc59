import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { addScanOptions, parseScanOptions } from '../../../src/cli/options/scan-options.ts';
import { commandWith } from '../../support/parsed-options.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const parsed = (...args: string[]) => parseScanOptions(commandWith(addScanOptions, args));

test('without options findings of high severity fail a run that is printed, and state is kept', () => {
  expect(parsed()).toMatchObject({
    ...{ format: 'text', failOn: 'high', minConfidence: 0.4, reports: [], state: true },
    ...{ onlyNew: false, includeExisting: false, whole: false },
    ...{ gitignore: true, cache: true, exclude: [], excludeRule: [], onlyRule: [], rules: [] },
    ...{ quiet: false, verbose: false, define: [], undefine: [], include: [] },
  });
});

test.each([
  ['--fail-on=none', { failOn: 'none' }],
  ['--min-confidence=0', { minConfidence: 0 }],
  ['--min-confidence=1', { minConfidence: 1 }],
  ['--no-state', { state: false }],
  ['--state-dir=kept', { stateDir: 'kept' }],
  ['--include-existing', { includeExisting: true }],
  ['--baseline=base.json', { baseline: 'base.json' }],
  ['--whole', { whole: true }],
  ['--quiet', { quiet: true }],
  ['--verbose', { verbose: true }],
  ['--no-gitignore', { gitignore: false }],
  ['--no-cache', { cache: false }],
  ['--timeout=2.5', { timeout: 2.5 }],
  ['--file-timeout=0.5', { fileTimeout: 0.5 }],
  ['--skip-folders=vendor,,third_party', { skipFolders: ['vendor', 'third_party'] }],
  ['--target=i686-linux-gnu', { target: 'i686-linux-gnu' }],
  ['--compile-commands=none', { compileCommands: ['none'] }],
  ['--category=lib', { category: 'lib' }],
])('%s is taken as it is meant', (option, expected) => {
  expect(parsed(option)).toMatchObject(expected);
});

test.each([
  ['--exclude-rule', 'excludeRule'],
  ['--only-rule', 'onlyRule'],
  ['--exclude', 'exclude'],
  ['--rules', 'rules'],
  ['--import-sarif', 'importSarif'],
  ['--define', 'define'],
  ['--undefine', 'undefine'],
] as const)('%s may be repeated', (option, name) => {
  expect(parsed(option, 'a', option, 'b')[name]).toEqual(['a', 'b']);
});

test.each([
  [['-DA', '-UA'], { define: [], undefine: ['A'] }],
  [['-UA', '-DA'], { define: ['A'], undefine: [] }],
  [['-DA=1', '-DB', '-UA', '-DA=2'], { define: ['B', 'A=2'], undefine: [] }],
  [['-D', 'F(x)=x', '-U', 'F'], { define: [], undefine: ['F'] }],
  [['-UAB', '-DA', '-U', 'B'], { define: ['A'], undefine: ['AB', 'B'] }],
])('of %j the last word on each macro counts', (options, expected) => {
  expect(parsed(...options)).toMatchObject(expected);
});

test.each([
  [['--quiet', '--verbose'], '--quiet and --verbose do not fit'],
  [['--state-dir=a', '--no-state'], '--state-dir and --no-state do not fit'],
  [['--only-new', '--include-existing', '--baseline=b'], '--only-new and --include-existing'],
  [['--only-new'], '--only-new needs a --baseline'],
  [['--min-confidence=1.1'], 'from 0 to 1'],
  [['--min-confidence=-0.1'], 'from 0 to 1'],
  [['--min-confidence='], 'from 0 to 1'],
  [['--min-confidence= '], 'from 0 to 1'],
  [['--jobs=0'], 'from 1 to 256'],
  [['--jobs=257'], 'from 1 to 256'],
  [['--jobs=1.5'], 'from 1 to 256'],
  [['--category=a\nb'], '--category'],
  [['--report=sarif'], 'a format and a file'],
  [['--report=sarif='], 'a format and a file'],
  [['--report==file'], 'a format and a file'],
  [['--report=sarf=file'], 'Did you mean sarif?'],
  [['--report=qqqqqqq=file'], 'Allowed are sarif, json'],
  [['--cache-dir', ''], 'An empty name is no folder.'],
  [['--state-dir', ''], 'An empty name is no folder.'],
  [['-I', ''], 'An empty name is no folder.'],
])('%j is refused', (args, message) => {
  expect(() => parsed(...args)).toThrow(message);
});

test('jobs are taken at their bounds', () => {
  expect([parsed('--jobs=1').jobs, parsed('--jobs=256').jobs, parsed('-j', '3').jobs]).toEqual([
    1, 256, 3,
  ]);
});

describe('reports', () => {
  const places = () => {
    const folder = temporaryFolder();
    return { first: join(folder, 'first'), second: join(folder, 'second=2') };
  };

  test('are the one of --output in the format that is chosen, and all further ones', () => {
    const { first, second } = places();
    const args = ['--format=json', `--output=${first}`, `--report=sarif=${second}`];
    expect(parsed(...args).reports).toEqual([
      { format: 'json', file: first },
      { format: 'sarif', file: second },
    ]);
  });

  test('cannot share a file', () => {
    const { first } = places();
    expect(() => parsed(`--output=${first}`, `--report=sarif=${first}`)).toThrow(first);
  });
});

describe('places for the compiler', () => {
  test('are meant where the command is given', () => {
    const folder = temporaryFolder({ 'inc/a.h': '', 'build/compile_commands.json': '[]' });
    const list = join(folder, 'build/compile_commands.json');
    expect(parsed('-I', join(folder, 'inc'), '-I', '/gone').include).toEqual([
      ...[join(folder, 'inc'), '/gone'],
    ]);
    expect(parsed(`--compile-commands=${list}`).compileCommands).toEqual([list]);
    expect(parsed(`--compile-commands=${join(folder, 'build')}`).compileCommands).toEqual([list]);
  });

  test('must be what they are for', () => {
    const folder = temporaryFolder({ 'a.h': '' });
    expect(() => parsed('-I', join(folder, 'a.h'))).toThrow('is a file');
    expect(() => parsed(`--compile-commands=${folder}`)).toThrow('There is no file');
  });
});
