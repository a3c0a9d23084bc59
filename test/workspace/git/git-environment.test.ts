import { expect, test } from '@jest/globals';
import { gitEnvironment } from '../../../src/workspace/git/git-environment.ts';

/** The settings that git is given, by their names. */
function settingsOf(env: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const count = Number(env['GIT_CONFIG_COUNT']);
  const at = (index: number) => [env[`GIT_CONFIG_KEY_${index}`], env[`GIT_CONFIG_VALUE_${index}`]];
  return Object.fromEntries(Array.from({ length: count }, (_, index) => at(index)));
}

const OURS = {
  'core.hooksPath': '/dev/null',
  'core.fsmonitor': 'false',
  'core.quotePath': 'true',
  'core.pager': 'cat',
  'diff.external': '',
  'protocol.allow': 'never',
  'protocol.file.allow': 'never',
  'safe.bareRepository': 'explicit',
};

test('nothing that a repository has set runs or fetches', () => {
  expect(settingsOf(gitEnvironment([]))).toEqual(OURS);
});

test('what a caller sets comes last, and counts', () => {
  const env = gitEnvironment([
    ['protocol.https.allow', 'always'],
    ['core.quotePath', 'false'],
  ]);
  expect(env['GIT_CONFIG_COUNT']).toBe('10');
  expect(settingsOf(env)).toEqual({
    ...{ ...OURS, 'core.quotePath': 'false', 'protocol.https.allow': 'always' },
  });
});

test('of our own environment only what programs and connections need comes along', () => {
  process.env['SSL_CERT_FILE'] = '/certificates';
  process.env['GIT_DIR'] = '/elsewhere';
  process.env['RUSTWARD_MODEL_KEY'] = 'secret';
  delete process.env['GIT_SSL_CAINFO'];
  const env = gitEnvironment([]);
  const passed = ['PATH', 'HOME', 'SSL_CERT_FILE'] as const;
  for (const name of passed) expect([name, env[name]]).toEqual([name, process.env[name]]);
  const known = new Set([
    ...['PATH', 'HOME', 'XDG_CONFIG_HOME', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAPATH'],
    ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'],
  ]);
  const others = Object.entries(env).filter(
    ([name]) => !known.has(name) && !/^GIT_CONFIG_(?:COUNT|KEY_\d|VALUE_\d)$/.test(name),
  );
  expect(Object.fromEntries(others)).toEqual({
    ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
    ...{ GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1', LC_ALL: 'C' },
  });
});
