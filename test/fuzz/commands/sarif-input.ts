import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oddText } from '../odd-text.ts';
import { jsonOf, oddCopy, oddValue } from '../odd-values.ts';
import { type Random, randomOf } from '../random.ts';
import { silenceIn, WITH_DEFECT } from './small-tree.ts';
import type { CommandInput } from './try-inputs.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Results of others and of ourselves. */
const PLACES = [
  'test/security/import/fixtures/*.sarif',
  'test/fixtures/report/report.{sarif,json}',
];

const LOGS: readonly unknown[] = [
  ...globSync(PLACES, { cwd: ROOT })
    .sort()
    .map((file): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))),
  // About the tree that is scanned.
  {
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Lint', rules: [{ id: 'r', properties: { tags: ['CWE-120'] } }] } },
        originalUriBaseIds: { SRC: { uri: 'file:///home/ada/' } },
        artifacts: [{ location: { uri: 'a.c', uriBaseId: 'SRC' } }],
        results: [
          {
            ...{
              ruleId: 'r',
              ruleIndex: 0,
              level: 'error',
              message: { text: 'Wrong {0}.', arguments: ['x'] },
            },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { index: 0 },
                  region: { startLine: 1, startColumn: 3 },
                },
              },
            ],
            codeFlows: [
              { threadFlows: [{ locations: [{ location: { message: { text: 'here' } } }] }] },
            ],
            suppressions: [],
            taxa: [{ id: '120', toolComponent: { name: 'CWE' } }],
          },
        ],
      },
    ],
  },
];

/** The results with this number, to be imported or to be compared with. */
export function sarifInput(seed: number, index: number): CommandInput {
  const random = randomOf(seed, 'sarifs', index);
  const { idea, bytes } = oddText(random, textOf(random));
  const [option, name] = random.pick([
    ['--import-sarif', 'r.sarif'],
    ['--import-sarif', 'r.sarif'],
    ['--baseline', 'r.json'],
  ] as const);
  const options = ['--no-state', '--no-cache', '--no-config', '--jobs', '1', '--format', 'json'];
  return {
    idea: `${option}, ${idea}`,
    entries: [...WITH_DEFECT, { path: name, bytes }],
    args: (folder) => [
      'scan',
      folder,
      ...options,
      '--include-existing',
      option,
      join(folder, name),
    ],
    wrongIn: silenceIn,
  };
}

function textOf(random: Random): string {
  if (random.percent(6)) return jsonOf(random, oddValue(random));
  const log = random.pick(LOGS.map((value) => [value]))[0];
  return jsonOf(random, random.percent(80) ? oddCopy(random, log) : log);
}
