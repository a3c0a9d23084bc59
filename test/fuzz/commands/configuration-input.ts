import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import JSON5 from 'json5';
import { parse, stringify } from 'yaml';
import { oddText } from '../odd-text.ts';
import { jsonOf, oddCopy, oddValue } from '../odd-values.ts';
import { type Random, randomOf } from '../random.ts';
import type { Entry } from '../tree.ts';
import { silenceIn, WITH_DEFECT, WITHOUT_DEFECT } from './small-tree.ts';
import type { CommandInput } from './try-inputs.ts';

const ROOT = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const RUSTWARD_YML = read('docs/workflows/rustward.yml');
const SHOWN = (file: string) => /```json5\n([\s\S]*?)```/.exec(read(file))?.[1] ?? '';
const MODELS = SHOWN('docs/models.md');
const SUPPRESSIONS = SHOWN('docs/command-line.md');
const COMMANDS = [
  { directory: '/home/ada/x', file: 'a.c', command: 'cc -DA="x y" -Isrc -std=c11 -c a.c -o a.o' },
  {
    directory: 'src',
    file: 'b.c',
    arguments: ['clang', '-m32', '-UNDEBUG', '-include', 'b.h', 'b.c'],
  },
  { directory: '.', file: 'src/b.c', command: "gcc @flags -iquote 'src' -D'X=1'" },
];

/** Repeated parts of a YAML that grow with each level. */
const LAUGHS = Array.from(
  { length: 30 },
  (_, at) => `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
).join('\n');

interface Configured {
  readonly text: string;
  readonly parse: (text: string) => unknown;
  readonly print: (random: Random, value: unknown) => string;
  readonly path: string;
  readonly tree: readonly Entry[];
  /** Whether a person says on the command line where it is. */
  readonly isNamed?: boolean;
  readonly args: (folder: string) => readonly string[];
  readonly wrongIn?: (stdout: string) => string | undefined;
}

const SCAN = ['--no-state', '--no-cache', '--jobs', '1', '--format', 'json'];
const scan = (folder: string) => ['scan', folder, ...SCAN];
const asJson = { print: jsonOf, parse: (text: string): unknown => JSON5.parse(text) };

const KINDS: Readonly<Record<string, Configured>> = {
  'rustward.yml': {
    ...{ text: RUSTWARD_YML, path: '.github/rustward.yml', tree: WITH_DEFECT, args: scan },
    ...{ parse, print: (_, value) => stringify(value, { aliasDuplicateObjects: false }) },
  },
  models: {
    ...{ ...asJson, text: MODELS, path: 'models.json5', tree: WITHOUT_DEFECT, isNamed: true },
    args: (folder) => [
      ...['review', folder, ...SCAN, '--models', join(folder, 'models.json5')],
      ...['--discover-limit', '0', '--no-reproduce'],
    ],
  },
  suppressions: {
    ...{ ...asJson, text: SUPPRESSIONS, path: '.rustward/suppressions.json5', tree: WITH_DEFECT },
    ...{ args: scan, wrongIn: silenceIn },
  },
  'compile_commands.json': {
    ...{
      ...asJson,
      text: JSON.stringify(COMMANDS),
      path: 'compile_commands.json',
      tree: WITH_DEFECT,
    },
    ...{ args: scan, wrongIn: silenceIn },
  },
  'a named compile_commands.json': {
    ...{ ...asJson, text: JSON.stringify(COMMANDS), path: 'list.json', tree: WITH_DEFECT },
    args: (folder) => [...scan(folder), '--compile-commands', join(folder, 'list.json')],
    wrongIn: silenceIn,
  },
};

/** The configuration with this number: one file of a small tree is odd. */
export function configurationInput(seed: number, index: number): CommandInput {
  const random = randomOf(seed, 'configurations', index);
  const [kind, configured] = random.pick(Object.entries(KINDS));
  const { path, tree, wrongIn } = configured;
  const place = random.percent(6) ? oddPlace(random, configured) : undefined;
  const { idea, bytes } = oddText(random, textOf(random, configured));
  const file = place ?? { path, bytes };
  return {
    idea: `${kind}, ${place === undefined ? idea : 'at an odd place'}`,
    entries: [file, ...tree],
    args: configured.args,
    ...(wrongIn !== undefined && { wrongIn }),
  };
}

function textOf(random: Random, { text, parse: read, print }: Configured): string {
  const way = random.below(100);
  if (way < 30) return text;
  if (way < 33) return `${LAUGHS.replace('[*a-1, *a-1]', 'x')}\n`;
  return print(random, way < 40 ? oddValue(random) : oddCopy(random, read(text)));
}

/** Where a file is expected, something else. From a pipe that a person names, it is right to wait for more. */
function oddPlace(random: Random, { path, isNamed = false }: Configured): Entry {
  return random.pick<Entry>([
    { path, is: 'folder' },
    isNamed ? { path, bytes: '' } : { path, is: 'pipe' },
    { path, link: '/etc/passwd' },
    { path, link: '/dev/zero' },
    { path, link: path.split('/').at(-1) ?? path },
    { path, link: 'nowhere' },
    { path: path.split('/')[0] ?? path, bytes: 'x' },
  ]);
}
