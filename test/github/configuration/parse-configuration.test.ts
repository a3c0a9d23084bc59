import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { UsageError } from '../../../src/errors.ts';
import {
  CONFIGURATION_KEYS,
  DEFAULT_CONFIGURATION,
} from '../../../src/github/configuration/configuration.ts';
import { parseConfiguration } from '../../../src/github/configuration/parse-configuration.ts';
import { RULES } from '../../../src/rules/index.ts';
import type { NamedRule } from '../../../src/security/selection/rule-names.ts';
import { ANY_CHARACTER } from '../../support/any-character.ts';

test('what a file leaves out has its default', () => {
  expect(parseConfiguration('review:\n  fail_on: low\nsarif: off\n')).toEqual({
    ...DEFAULT_CONFIGURATION,
    review: { ...DEFAULT_CONFIGURATION.review, fail_on: 'low' },
    origins: { failOn: '.github/rustward.yml', failAbove: {} },
    sarif: 'off',
  });
});

test('a key that names no rule is refused with what may be one', () => {
  expect(() => parseConfiguration("review: { severity: { 'x y': off } }\n")).toThrow(
    /not the id of a rule, such as unsafe_api/,
  );
});

test('a key that is a list is refused, and Node.js warns of nothing', () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  expect(() => parseConfiguration('? [review]\n: 1\n')).toThrow(UsageError);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});

test.each([undefined, '', '# nothing but a remark\n'])('%j settles nothing', (text) => {
  expect(parseConfiguration(text)).toEqual(DEFAULT_CONFIGURATION);
});

describe('what the owner has settled for all of their repositories', () => {
  const read = (own: string | undefined, shared: string) =>
    parseConfiguration(own, '.github/rustward.yml', shared);

  test('counts key by key where the own file is silent', () => {
    const shared =
      'review:\n  fail_on: low\n  exclude: [a, b]\n  severity: { unsafe_api: low, x: off }\nsarif: off\n';
    const own = 'review:\n  exclude: [c]\n  severity: { unsafe_api: high }\n';
    const { review, sarif, migration } = read(own, shared);
    expect(review).toMatchObject({ fail_on: 'low', exclude: ['c'], min_confidence: 0.4 });
    expect(review.severity).toEqual({ unsafe_api: 'high', x: 'off' });
    expect([sarif, migration]).toEqual(['off', DEFAULT_CONFIGURATION.migration]);
    expect(read(undefined, shared).review.exclude).toEqual(['a', 'b']);
    expect(read(own, '')).toEqual(parseConfiguration(own));
  });

  test('limits budgets', () => {
    const shared = 'budgets: { max_cost: 2, max_tokens: 1000 }\n';
    const own = 'budgets: { max_cost: 5, max_tokens: 10, max_minutes: 3 }\n';
    expect(read(own, shared).budgets).toEqual({ max_cost: 2, max_tokens: 10, max_minutes: 3 });
  });

  test('is named with its line where it is wrong', () => {
    expect(() => read('', 'review:\n  fail_no: low\n')).toThrow(
      '.github/rustward.yml:2 of the repository .github: there is no key "fail_no" in review',
    );
  });
});

describe('a mistake is named with its line and what to do', () => {
  test.each([
    ['reviews: {}', '.yml:1: there is no key "reviews"; did you mean "review"?'],
    [
      'review:\n  drafts: true\n  fial_on: low\n',
      '.yml:3: there is no key "fial_on" in review; did you mean "fail_on"?',
    ],
    [
      'budgets:\n  wallet: 3\n',
      'in budgets; known are max_cost, max_tokens, max_minutes, max_file_seconds',
    ],
    ['review:\n  max_comments: many\n', '.yml:2: review.max_comments: '],
    ['review:\n  exclude:\n    - a\n    - 7\n', '.yml:4: review.exclude.1: '],
    ['review: [', 'no YAML: '],
    ['review:\n  exclude: [a\nbudgets:\n  max_cost: 1\n', '.yml:2: no YAML: '],
    ['review:\n  fail_on: "low\n\n\n', '.yml:2: no YAML: '],
    ['review:\n\tfail_on: low\n', '.yml:2: no YAML: '],
    ['review: 5\n', '.yml:1: review: expected object, found number'],
    ['review:\n  fail_on: lo\n', 'expected one of "high", "medium", "low", "none"'],
    ['sarif: auto\nsarif: off\n', '.yml:2: the key sarif is there twice'],
    ['- a\n- b\n', 'expected object'],
    ['a: 1\n---\nb: 2\n', 'no YAML: it has several documents; keep one'],
    ['migration:\n  crate: ../elsewhere\n', '.yml:2: migration.crate: not a plain path'],
    ['migration:\n  project: /etc\n', '.yml:2: migration.project: not a plain path'],
    ['migration:\n  crate: .github\n', '.yml:2: migration.crate: not a plain path'],
    ['migration:\n  crate: a/../..\n', '.yml:2: migration.crate: not a plain path'],
    ['build:\n  define: ["1=2"]\n', '.yml:2: build.define.0: not NAME or NAME=VALUE'],
    ['build:\n  include: [../x]\n', '.yml:2: build.include.0: not a plain path'],
    ['build:\n  target: toaster\n', '.yml:2: build.target: not known'],
    ['build:\n  compile_commands: /etc/x\n', '.yml:2: build.compile_commands: '],
    ['build:\n  defines: []\n', 'did you mean "define"?'],
    ['migration:\n  max_opne: 2\n', 'did you mean "max_open"?'],
    ['sarif: *nothing\n', 'or one that names nothing'],
    ['x'.repeat(70_000), 'has more than 65536 characters'],
    ['['.repeat(60_000), '.yml:1: it has too many levels, one within the other'],
    ['- '.repeat(30_000), 'it has too many levels, one within the other'],
    [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 'it has too many levels, one within the other'],
  ])('%j', (text, part) => {
    const message = problemOf(text);
    expect(message).toContain(part);
    expect(message).toMatch(/^\.github\/rustward\.yml/);
    expect(message).not.toContain('\n');
  });
});

test('all mistakes are told, in their order, and what comes of one is not', () => {
  const text = `review:
  folders:
    - pth: tools
      min_confidence: 7
  fial_on: low
  fail_above: { medum: 3, unsafe_apy: 0, 'x y': 1, weak_crypto: 0 }
sarif: 7
sarif: off
`;
  const lines = (problemOf(text, RULES) ?? '').split('\n');
  expect(lines).toEqual([
    '.github/rustward.yml:3: there is no key "pth" in review.folders.0; did you mean "path"?',
    '.github/rustward.yml:4: review.folders.0.min_confidence: expected number of at most 1',
    '.github/rustward.yml:5: there is no key "fial_on" in review; did you mean "fail_on"?',
    expect.stringContaining('.github/rustward.yml:6: review.fail_above.x y: not the id of a rule'),
    '.github/rustward.yml:6: review.fail_above: there is no rule medum; did you mean medium?',
    '.github/rustward.yml:6: review.fail_above: there is no rule unsafe_apy; did you mean unsafe_api?',
    '.github/rustward.yml:8: the key sarif is there twice; keep one',
  ]);
});

test('where rules and folders are named is kept, of the owner where the own file does not say it', () => {
  const shared = 'review:\n  severity: { a: low, b: low }\n  folders: [{ path: x }, { path: y }]\n';
  const own = 'review:\n\n  severity: { b: off }\n  folders:\n    - path: z\n';
  const { places } = parseConfiguration(own, undefined, shared);
  expect(places).toEqual({
    'review.severity.a': '.github/rustward.yml:2 of the repository .github',
    'review.severity.b': '.github/rustward.yml:3',
    'review.folders.0.path': '.github/rustward.yml:5',
  });
});

describe('who may change the file chooses no model, address, key or program', () => {
  test.each([
    'models',
    'model',
    'base_url',
    'key',
    'llm_group',
    'command',
    'tool_server',
    'rules',
    'allow_unsandboxed',
  ])('%s', (key) => {
    const places = [{ [key]: 'x' }, { review: { [key]: 'x' } }, { budgets: { [key]: 'x' } }];
    for (const place of places) expect(problemOf(stringify(place))).toContain('there is no key');
  });
});

test('aliases of aliases do not fill the memory', () => {
  const levels = Array.from({ length: 12 }, (_, level) => {
    const inner =
      level === 0
        ? 'x'
        : Array(10)
            .fill(`*a${level - 1}`)
            .join(', ');
    return `- &a${level} [${inner}]`;
  });
  expect(problemOf(levels.join('\n'))).toContain('aliases');
});

test('whatever the text, there is a configuration or lines of a UsageError', () => {
  const keys = [...CONFIGURATION_KEYS.values()].flat();
  const value = fc.oneof(fc.constantFrom(...keys), fc.string(), fc.double(), fc.boolean());
  const document = fc.letrec((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      value,
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), tie('node'), { maxKeys: 4 }),
    ),
  })).node;
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: ANY_CHARACTER }),
    document.map((it) => stringify(it)),
  );
  fc.assert(
    fc.property(text, (given) => {
      const problem = problemOf(given);
      for (const line of problem?.split('\n') ?? [])
        expect(line).toMatch(/^\.github\/rustward\.yml/);
    }),
  );
});

/** Any other error than a UsageError is thrown on. */
function problemOf(text: string, rules?: readonly NamedRule[]): string | undefined {
  try {
    parseConfiguration(text, undefined, undefined, rules);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown.message;
    throw thrown;
  }
}
