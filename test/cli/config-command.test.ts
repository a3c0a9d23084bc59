import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Configuration } from '../../src/github/configuration/configuration.ts';
import { parseConfiguration } from '../../src/github/configuration/parse-configuration.ts';
import { rustward } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SETTLED = `review:
  fail_on: medium
  severity: { weak_crypto: low }
  folders:
    - { path: tools, min_confidence: 0.8, severity: { memory_leak: 'off' } }
    - { path: tools/server, severity: { memory_leak: high } }
    - { path: other, min_confidence: 0.9 }
build: { define: [SMALL=1] }
`;

function project(files: Record<string, string>): string {
  const root = realpathSync(temporaryFolder({ 'tools/server/a.c': '', 'other/b.c': '', ...files }));
  mkdirSync(join(root, '.git'));
  return root;
}

/** What is printed has lines of its own. */
function withoutPlaces({ places: _, ...settled }: Configuration) {
  return settled;
}

test('what counts for a folder is printed, as a file of settings', () => {
  const root = project({ '.github/rustward.yml': SETTLED });
  const { status, stdout } = rustward(['config', 'tools'], root);
  expect(status).toBe(0);
  expect(stdout).toContain(`# Settings of tools in ${root}\n# From ${root}/.github/rustward.yml;`);
  const { review, build } = parseConfiguration(stdout);
  expect(review).toMatchObject({
    ...{ fail_on: 'medium', min_confidence: 0.8, drafts: false },
    severity: { weak_crypto: 'low', memory_leak: 'off' },
    folders: [{ path: 'tools/server', severity: { memory_leak: 'high' } }],
  });
  expect(build.define).toEqual(['SMALL=1']);
  const whole = parseConfiguration(rustward(['config'], root).stdout);
  expect(withoutPlaces(whole)).toEqual(withoutPlaces(parseConfiguration(SETTLED)));
});

test('of a file, as data', () => {
  const root = project({ '.github/rustward.yml': SETTLED });
  const { status, stdout } = rustward(
    ['config', 'a.c', '--format', 'json'],
    `${root}/tools/server`,
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ path: 'tools/server/a.c', repository: root, file: '.github/rustward.yml' },
    settings: {
      review: {
        ...{ min_confidence: 0.8, folders: [] },
        severity: { weak_crypto: 'low', memory_leak: 'high' },
      },
    },
  });
});

test('without a file it says so, and prints the defaults', () => {
  const { status, stdout } = rustward(['config'], project({}));
  expect(status).toBe(0);
  expect(stdout).toContain('There is no .github/rustward.yml: these are the defaults.');
  const { origins: _, ...printed } = parseConfiguration(stdout);
  expect(printed).toEqual(parseConfiguration(undefined));
});

test('settings that are wrong, and a path where nothing is, are refused', () => {
  const root = project({ '.github/rustward.yml': 'review: { fail_onn: high }\n' });
  const wrong = rustward(['config'], root);
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toMatch(/^rustward: \.github\/rustward\.yml:1: .*fail_onn.*fail_on\b/);
  expect(rustward(['config', 'absent'], root)).toMatchObject({ status: 2, stdout: '' });
});

test('what ignore files leave out is printed as left out, with the files that say so', () => {
  const root = project({ '.rustwardignore': 'old/\n', 'tools/.rustwardignore': 'gen.c\n' });
  const { stdout } = rustward(['config'], root);
  expect(stdout).toContain('# review.exclude ends with .rustwardignore, tools/.rustwardignore.\n');
  expect(parseConfiguration(stdout).review.exclude).toEqual(['old/', '/tools/**/gen.c']);
  const data: unknown = JSON.parse(rustward(['config', '--format', 'json'], root).stdout);
  expect(data).toMatchObject({ ignore_files: ['.rustwardignore', 'tools/.rustwardignore'] });
});

test('all mistakes of all files that count are told, each with its line', () => {
  const root = project({
    '.github/rustward.yml': `review:
  fail_above:
    medum: 3
    unsafe_apy: 0
  fail_on: hihg
`,
    '.rustward/suppressions.json5': '[{ rule: "double_free" }]',
    'own.yml': 'rules:\n  - id: Wrong\n',
  });
  const { status, stdout, stderr } = rustward(['config', '--rules', './own.yml'], root);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'rustward: .github/rustward.yml:3: review.fail_above: there is no rule medum; did you mean medium?',
    'rustward: .github/rustward.yml:4: review.fail_above: there is no rule unsafe_apy; did you mean unsafe_api?',
    'rustward: .github/rustward.yml:5: review.fail_on: expected one of "high", "medium", "low", "none"',
  ]);
  expect(stderr).toMatch(/^rustward: --rules: .*own\.yml:2: rules\.0\.id: must be like/m);
  expect(stderr).toContain(
    'rustward: .rustward/suppressions.json5:1: entries.0.reason: string is missing',
  );
});

test('what does nothing is named with its line, and the exit status says so', () => {
  const root = project({
    '.github/rustward.yml': `review:
  severity:
    no_such_rule_at_all: low
    weak_crypto: low
  folders:
    - path: gone
      severity: { memory_leek: 'off' }
`,
    '.rustward/suppressions.json5': '[{ rule: "double_fre", reason: "x" }]',
    'tools/.rustwardignore/a': '',
  });
  const { status, stdout, stderr } = rustward(['config'], root);
  expect(status).toBe(1);
  expect(stdout).toContain('no_such_rule_at_all: low');
  const line = (at: number, what: string) =>
    `rustward: warning: .github/rustward.yml:${at}: ${what}\n`;
  expect(stderr).toBe(
    [
      line(3, "there is no rule no_such_rule_at_all; 'rustward rules' lists those there are"),
      line(7, 'there is no rule memory_leek; did you mean memory_leak?'),
      line(6, 'review.folders names gone, which is not in what is scanned'),
      'rustward: warning: .rustward/suppressions.json5:1: names the unknown rule double_fre; did you mean double_free?\n',
      'rustward: warning: tools/.rustwardignore counts for nothing: it is a link, no file, or too long\n',
    ].join(''),
  );
});

test('what another run may know is no mistake', () => {
  const root = project({
    '.github/rustward.yml': `review:
  severity: { CWE-9999: 'off' }
  fail_above: { medium: 3, cppcheck/nullPointer: 0 }
`,
  });
  const { status, stderr } = rustward(['config'], root);
  expect(status).toBe(0);
  expect(
    stderr,
  ).toBe(`rustward: .github/rustward.yml:2: there is no rule for CWE-9999, which models and other scanners alone could find
rustward: .github/rustward.yml:3: this limit counts nothing: no rules and no results of cppcheck are part of this run
`);
});
