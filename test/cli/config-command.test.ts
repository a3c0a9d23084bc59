import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
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
  const root = realpathSync(temporaryFolder({ 'tools/server/a.c': '', ...files }));
  mkdirSync(join(root, '.git'));
  return root;
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
  expect(whole).toEqual(parseConfiguration(SETTLED));
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
  expect(wrong.stderr).toMatch(/^rustward: \.github\/rustward\.yml, line 1: .*fail_onn.*fail_on\b/);
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

test('rules that do not exist are named, as a scan names them', () => {
  const root = project({
    '.github/rustward.yml': `review:
  severity: { no_such: low, CWE-9999: 'off', weak_crypto: low }
  fail_above: { medium: 3, memory_leek: 0 }
`,
  });
  const { status, stderr } = rustward(['config'], root);
  expect(status).toBe(0);
  expect(stderr).toContain('names the unknown rule no_such');
  expect(stderr).toContain('names CWE-9999, which no rule is for');
  expect(stderr).toContain('names the unknown rule memory_leek');
  expect(stderr).not.toContain('weak_crypto');
  expect(stderr).not.toContain('medium');
});
