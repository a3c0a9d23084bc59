import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import JSON5 from 'json5';
import {
  keyVariables,
  loadModelConfiguration,
} from '../../../src/model/configuration/load-configuration.ts';
import { MODEL_VARIABLES } from '../../../src/model/configuration/model-variables.ts';
import { parseModelsFile } from '../../../src/model/configuration/models-file.ts';
import type { ModelConfiguration } from '../../../src/model/configuration/settings.ts';
import type { Tier } from '../../../src/model/model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SMALL = {
  baseUrl: 'https://models.example.org/v1/',
  model: 'small-1',
  keyVariable: 'EXAMPLE_KEY',
  window: 64_000,
  prices: { input: 1, output: 2 },
};
const LARGE = { ...SMALL, model: 'large-1', keyVariable: 'OTHER_KEY' };
const FILE = {
  defaultGroup: 'work',
  models: {
    small: SMALL,
    large: LARGE,
    own: { baseUrl: 'http://localhost:8080/v1', model: 'own-1' },
  },
  groups: {
    work: { normal: ['small'], smart: ['large', 'small'] },
    home: { smart: ['own'] },
  },
};
const KEYS = { EXAMPLE_KEY: 'example-key-1', OTHER_KEY: 'other-key-1' };

type Changes = Readonly<Record<string, unknown>>;

/** The environment of a user with this models file. */
function user(file: unknown, env: Readonly<Record<string, string>> = {}) {
  const text = typeof file === 'string' ? file : JSON5.stringify(file);
  const folder = temporaryFolder({ 'rustward/models.json5': text, 'empty-key': '\n' });
  return { XDG_CONFIG_HOME: folder, ...KEYS, ...env };
}

function configuration(...args: Parameters<typeof loadModelConfiguration>): ModelConfiguration {
  const setup = loadModelConfiguration(...args);
  if (setup.kind === 'unconfigured') throw new Error(setup.reason);
  return setup.configuration;
}

function keyOf({ tiers }: ModelConfiguration, tier: Tier): string | undefined {
  return tiers[tier][0]?.key?.reveal();
}

function names({ tiers }: ModelConfiguration) {
  return Object.values(tiers).map((models) => models.map(({ name }) => name));
}

describe('models come from', () => {
  test('the models file in the user’s folder; a tier that is not named takes the next', () => {
    const found = configuration({}, user(FILE));
    expect(found.group).toBe('work');
    expect(names(found)).toEqual([['small'], ['small'], ['large', 'small']]);
    expect(found.tiers.cheap[0]).toMatchObject({
      ...{ name: 'small', model: 'small-1', baseUrl: 'https://models.example.org/v1' },
      ...{ window: 64_000, maxOutput: 8000, silence: 120_000, attempts: 4 },
    });
    expect(keyOf(found, 'cheap')).toBe('example-key-1');
    expect([found.timeout, found.caps]).toEqual([600_000, {}]);
  });

  test('another file, by flag before environment', () => {
    const other = join(
      temporaryFolder({ 'm.json5': JSON5.stringify({ ...FILE, defaultGroup: 'home' }) }),
      'm.json5',
    );
    const env = user(FILE, { RUSTWARD_MODEL_FILE: other });
    expect(configuration({}, env).group).toBe('home');
    const own = join(env.XDG_CONFIG_HOME, 'rustward/models.json5');
    expect(configuration({ models: own }, env).group).toBe('work');
  });

  test('a group, by flag before environment before file', () => {
    const env = user(FILE, { RUSTWARD_MODEL_GROUP: 'home' });
    expect(configuration({}, env).group).toBe('home');
    expect(configuration({ llmGroup: 'work' }, env).group).toBe('work');
  });

  test('the environment alone, which goes before the file', () => {
    const described = {
      RUSTWARD_MODEL_BASE_URL: 'https://api.openai.com/v1',
      RUSTWARD_MODEL_KEY: 'environment-key',
      RUSTWARD_MODEL_NAME: 'usual',
      RUSTWARD_MODEL_SMART: 'clever',
      RUSTWARD_MODEL_PRICES: '1, 0.1, 3',
      RUSTWARD_MODEL_WINDOW: '9000',
      RUSTWARD_MODEL_TIMEOUT: '30',
      RUSTWARD_MODEL_MAX_COST: '0.5',
    };
    const found = configuration({ maxTokens: 9 }, user(FILE, described));
    expect([found.group, found.timeout, found.caps]).toEqual([
      ...['environment', 30_000],
      { cost: 0.5, tokens: 9 },
    ]);
    expect(names(found)).toEqual([['usual'], ['usual'], ['clever']]);
    expect(found.tiers.smart[0]).toMatchObject({
      ...{ window: 9000, outputLimitField: 'max_completion_tokens' },
      prices: { input: 1, cached: 0.1, output: 3 },
    });
    expect(keyOf(found, 'smart')).toBe('environment-key');
    expect(configuration({ llmGroup: 'work' }, user(FILE, described)).group).toBe('work');
  });

  test('a key in a file beside the models file, and prices from the table', () => {
    const file = {
      models: { one: { baseUrl: SMALL.baseUrl, model: 'small-1', keyFile: 'one.key' } },
      groups: { only: { normal: ['one'] } },
      prices: { 'small-1': { input: 4, output: 5 } },
    };
    const folder = temporaryFolder({
      'm.json5': JSON5.stringify(file),
      'one.key': 'from-a-file\n',
    });
    const found = configuration({ models: join(folder, 'm.json5') }, {});
    expect(keyOf(found, 'normal')).toBe('from-a-file');
    expect(found.tiers.normal[0]?.prices).toEqual({ input: 4, output: 5 });
  });
});

describe('how a provider is asked follows from its address', () => {
  test.each([
    ['https://models.example.org/v1', 'chat', 'authorization', 'max_tokens'],
    ['https://api.openai.com/v1', 'chat', 'authorization', 'max_completion_tokens'],
    ['https://api.anthropic.com/v1', 'messages', 'x-api-key', 'max_tokens'],
    ['https://ada.openai.azure.com/openai/v1', 'chat', 'api-key', 'max_completion_tokens'],
    ['https://ada.services.ai.azure.com/openai/v1', 'chat', 'api-key', 'max_completion_tokens'],
    ['https://openai.azure.com.example.org/v1', 'chat', 'authorization', 'max_tokens'],
  ])('%s: %s', (baseUrl, wire, keyHeader, outputLimitField) => {
    const file = { ...FILE, models: { ...FILE.models, small: { ...SMALL, baseUrl } } };
    expect(configuration({}, user(file)).tiers.normal[0]).toMatchObject({
      ...{ interface: wire, keyHeader, outputLimitField, promptCache: true },
    });
  });

  test('unless the configuration says otherwise', () => {
    const own = {
      ...{ interface: 'responses', apiVersion: 'preview', keyHeader: 'authorization' },
      ...{ outputLimitField: 'max_tokens', promptCache: false },
    };
    const azure = { ...SMALL, ...own, baseUrl: 'https://ada.openai.azure.com/openai/v1' };
    const file = { ...FILE, models: { ...FILE.models, small: azure } };
    expect(configuration({}, user(file)).tiers.normal[0]).toMatchObject(own);
  });

  test('also in the environment', () => {
    const described = {
      ...{ RUSTWARD_MODEL_BASE_URL: 'https://x.example.org', RUSTWARD_MODEL_NAME: 'usual' },
      ...{ RUSTWARD_MODEL_INTERFACE: 'messages', RUSTWARD_MODEL_API_VERSION: '2025-04-01' },
      RUSTWARD_MODEL_PRICES: '3,0.3,3.75,15',
    };
    expect(configuration({}, user(FILE, described)).tiers.normal[0]).toMatchObject({
      ...{ interface: 'messages', apiVersion: '2025-04-01' },
      prices: { input: 3, cached: 0.3, written: 3.75, output: 15 },
    });
  });
});

test('each example of the documentation is a models file', () => {
  const page = readFileSync('docs/models.md', 'utf8');
  const examples = [...page.matchAll(/```json5\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  expect(examples.length).toBeGreaterThan(5);
  for (const example of examples) {
    const { models, groups } = parseModelsFile(example, 'the example');
    const keys = Object.values(models).flatMap(({ keyVariable }) => keyVariable ?? []);
    const env = user(example, Object.fromEntries(keys.map((name) => [name, 'some-key'])));
    const [group] = Object.keys(groups);
    expect(configuration(group === undefined ? {} : { llmGroup: group }, env).notes).toEqual([]);
  }
});

test('the documentation names every variable', () => {
  const page = readFileSync('docs/models.md', 'utf8');
  expect(MODEL_VARIABLES.filter((name) => !page.includes(`RUSTWARD_MODEL_${name}`))).toEqual([]);
});

test('a models file with a key in it that others may read is noted', () => {
  const file = {
    models: { one: { ...SMALL, keyVariable: undefined, key: 'in-the-file' } },
    groups: { only: { normal: ['one'] } },
  };
  const env = user(file);
  const path = join(env.XDG_CONFIG_HOME, 'rustward/models.json5');
  chmodSync(path, 0o644);
  expect(configuration({}, env).notes).toEqual([
    `${path} holds a key, and others may read it; run: chmod 600 ${path}`,
  ]);
  chmodSync(path, 0o600);
  expect(configuration({}, env).notes).toEqual([]);
});

describe('without a model', () => {
  test.each([
    [
      'nothing is configured',
      {},
      /^no model is configured: (?:~\/\.config|\$XDG_CONFIG_HOME)\/rustward\/models\.json5 does not exist$/,
    ],
    [
      'no key is there',
      { EXAMPLE_KEY: '', OTHER_KEY: ' ' },
      /^no model can be asked: EXAMPLE_KEY, the key of small, is not set; OTHER_KEY/,
    ],
  ])('%s: that is said, and no error', (_name, env: Record<string, string>, reason) => {
    const all = 'EXAMPLE_KEY' in env ? user(FILE, env) : { XDG_CONFIG_HOME: temporaryFolder() };
    expect(loadModelConfiguration({}, all)).toEqual({
      kind: 'unconfigured',
      reason: expect.stringMatching(reason),
    });
  });

  test('one key of two is enough', () => {
    const found = configuration({}, user(FILE, { OTHER_KEY: '' }));
    expect(names(found)).toEqual([['small'], ['small'], ['small']]);
    expect(found.notes).toEqual(['OTHER_KEY, the key of large, is not set']);
  });
});

describe('what is wrong is refused on one line, with the key and what to do', () => {
  const withSmall = (changes: Changes) => ({
    ...FILE,
    models: { ...FILE.models, small: { ...SMALL, ...changes } },
  });
  test.each<[unknown, Readonly<Record<string, string>>, string]>([
    ['{', {}, 'models.json5 is not JSON5: invalid end of input, line 1, column 2'],
    [{}, {}, 'models.json5 is wrong: at models'],
    [{ ...FILE, grups: {} }, {}, 'there is no key "grups"'],
    [
      { ...FILE, defaultGroup: 'wrok' },
      {},
      'at defaultGroup: there is no group wrok; groups has work, home',
    ],
    [
      { ...FILE, groups: { work: { smart: ['lrge'] } } },
      {},
      'at groups.work.smart: there is no model lrge; models has small, large, own',
    ],
    [
      { ...FILE, groups: { work: { smart: ['constructor'] } } },
      {},
      'there is no model constructor',
    ],
    [{ ...FILE, groups: { work: {} } }, {}, 'at groups.work: needs one of cheap, normal, smart'],
    [{ ...FILE, groups: { work: { clever: ['small'] } } }, {}, 'at groups.work'],
    [
      { ...FILE, defaultGroup: undefined },
      {},
      'has several groups (work, home) and no defaultGroup; set defaultGroup, or choose with --llm-group',
    ],
    [{ models: {}, groups: {} }, {}, 'groups is empty; add one'],
    [
      withSmall({ baseUrl: 'models.example.org' }),
      {},
      'at models.small.baseUrl: "models.example.org" is no URL; write it with https://',
    ],
    [withSmall({ baseUrl: 'ftp://example.org' }), {}, 'must begin with https://'],
    [
      withSmall({ baseUrl: 'https://me:secret-pass@example.org' }),
      {},
      'must hold no user or password; put the key into keyVariable',
    ],
    [withSmall({ baseUrl: 'https://example.org/v1?key=x' }), {}, 'without ? or #'],
    [
      withSmall({ baseUrl: 'https://example.org/v1/chat/completions' }),
      {},
      'leave /chat/completions out',
    ],
    [withSmall({ baseUrl: 'https://example.org/v1/messages/' }), {}, 'leave /messages out'],
    [
      withSmall({ baseUrl: 'https://example.org/openai/v1?api-version=preview' }),
      {},
      'leave ?api-version= out; it goes into apiVersion',
    ],
    [withSmall({ interface: 'completions' }), {}, 'at models.small.interface'],
    [withSmall({ apiVersion: 'a&b' }), {}, 'is no version, such as 2025-04-01-preview'],
    [
      FILE,
      { RUSTWARD_MODEL_INTERFACE: 'messages' },
      'RUSTWARD_MODEL_INTERFACE is set without RUSTWARD_MODEL_BASE_URL',
    ],
    [
      FILE,
      {
        ...{ RUSTWARD_MODEL_BASE_URL: 'https://x.org', RUSTWARD_MODEL_NAME: 'x' },
        RUSTWARD_MODEL_INTERFACE: 'completions',
      },
      'RUSTWARD_MODEL_INTERFACE is wrong: ',
    ],
    [withSmall({ parameters: { system: 'x' } }), {}, 'Rustward sets model'],
    [
      withSmall({ baseUrl: 'http://example.org/v1' }),
      {},
      'the key of small would travel unencrypted to example.org',
    ],
    [
      withSmall({ key: 'x' }),
      {},
      'at models.small: key, keyVariable and keyFile exclude each other',
    ],
    [withSmall({ keyVariable: undefined, keyFile: 'absent' }), {}, 'cannot read keyFile of small'],
    [
      withSmall({ keyVariable: undefined, keyFile: '../empty-key' }),
      {},
      'empty-key, is empty; put the key into it',
    ],
    [withSmall({ window: 100 }), {}, 'at models.small.window'],
    [withSmall({ maxOutput: 64_000 }), {}, 'at models.small.maxOutput: must be below window'],
    [withSmall({ prices: { input: -1, output: 1 } }), {}, 'at models.small.prices.input'],
    [
      withSmall({ parameters: { model: 'x' } }),
      {},
      'at models.small.parameters: Rustward sets model',
    ],
    [withSmall({ silenceSeconds: 301 }), {}, 'at models.small.silenceSeconds'],
    [
      withSmall({ prices: undefined }),
      { RUSTWARD_MODEL_MAX_COST: '1' },
      'small has none; add prices: { input, output } to it, or cap tokens',
    ],
    [
      FILE,
      {
        ...{ RUSTWARD_MODEL_BASE_URL: 'http://localhost:8080/v1', RUSTWARD_MODEL_NAME: 'local' },
        RUSTWARD_MODEL_MAX_COST: '1',
      },
      'local has none; set RUSTWARD_MODEL_PRICES=INPUT,OUTPUT, dollars for a million tokens, or cap tokens',
    ],
    [FILE, { RUSTWARD_MODEL_GROUP: 'hme' }, 'there is no group hme; known are work, home'],
    [
      FILE,
      { RUSTWARD_MODEL_GROUPS: 'x' },
      'there is no variable RUSTWARD_MODEL_GROUPS; known are RUSTWARD_MODEL_FILE',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_FILE: '/absent.json5' },
      'cannot read the models file /absent.json5: it does not exist',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_FILE: '/' },
      'cannot read the models file /: illegal operation on a directory',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_FILE: '/dev/zero' },
      'cannot read the models file /dev/zero: it has more than 4194304 bytes',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_NAME: 'x' },
      'a model is named, but no provider; set RUSTWARD_MODEL_BASE_URL',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_BASE_URL: 'https://x.org' },
      'no model is named; set RUSTWARD_MODEL_NAME',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_KEY: 'hidden-key' },
      'RUSTWARD_MODEL_KEY is set without RUSTWARD_MODEL_BASE_URL and RUSTWARD_MODEL_NAME; set both, or unset it',
    ],
    [FILE, { RUSTWARD_MODEL_TIMEOUT: 'soon' }, 'RUSTWARD_MODEL_TIMEOUT is "soon": is no number'],
    [FILE, { RUSTWARD_MODEL_MAX_TOKENS: '1.5' }, 'must be a whole number'],
    [FILE, { RUSTWARD_MODEL_MAX_COST: '-1' }, 'must be above 0'],
    [
      FILE,
      {
        RUSTWARD_MODEL_BASE_URL: 'https://x.org',
        RUSTWARD_MODEL_NAME: 'x',
        RUSTWARD_MODEL_PRICES: '1',
      },
      'RUSTWARD_MODEL_PRICES is "1": must be input,output or input,cached,output',
    ],
    [
      FILE,
      { RUSTWARD_MODEL_BASE_URL: 'x.org', RUSTWARD_MODEL_NAME: 'x' },
      'RUSTWARD_MODEL_BASE_URL is wrong: "x.org" is no URL; write it with https://',
    ],
  ])('%#', (file, env, message) => {
    let line = '';
    try {
      loadModelConfiguration({}, user(file, env));
    } catch (thrown) {
      expect(thrown).toMatchObject({ name: 'UsageError' });
      line = thrown instanceof Error ? thrown.message : '';
    }
    expect(line).toContain(message);
    expect(line).not.toMatch(/secret-pass|hidden-key|\n/);
  });

  test('a group where there is no file', () => {
    const env = { XDG_CONFIG_HOME: temporaryFolder() };
    expect(() => loadModelConfiguration({ llmGroup: 'work' }, env)).toThrow(
      /^there is no group work: .*models\.json5 does not exist$/,
    );
  });
});

describe('the web is searched', () => {
  const SEARCH = { url: 'https://search.example.org/search?format=json' };

  function searched(webSearch: Changes | undefined, env: Readonly<Record<string, string>> = {}) {
    return configuration({}, user({ ...FILE, webSearch }, env));
  }

  test('nowhere, unless the models file names a server', () => {
    expect(searched(undefined).webSearch).toBeUndefined();
    expect(searched(SEARCH).webSearch).toEqual({
      ...SEARCH,
      ...{ key: undefined, keyHeader: 'authorization' },
    });
  });

  test('with a key of its own, which the isolated worker is given as well', () => {
    const keyed = { ...SEARCH, keyVariable: 'SEARCH_KEY', keyHeader: 'X-Subscription-Token' };
    const env = user({ ...FILE, webSearch: keyed }, { SEARCH_KEY: ' search-key ' });
    const { webSearch } = configuration({}, env);
    expect([webSearch?.key?.reveal(), webSearch?.keyHeader]).toEqual([
      'search-key',
      'x-subscription-token',
    ]);
    expect(keyVariables(env)).toContain('SEARCH_KEY');
  });

  test('not without the key that it needs, and that is said', () => {
    const { webSearch, notes } = searched({ ...SEARCH, keyVariable: 'SEARCH_KEY' });
    expect(webSearch).toBeUndefined();
    expect(notes).toContain(
      'SEARCH_KEY, the key of webSearch, is not set; the web is not searched',
    );
  });

  test.each<[Changes, string]>([
    [{ url: 'search.example.org' }, 'is no address; write it with https://'],
    [{ url: 'file:///etc/passwd' }, 'is no address; write it with https://'],
    [{ url: 'https://ada:secret@search.test/' }, 'is no address; write it with https://'],
    [{ ...SEARCH, key: 'a', keyFile: 'b' }, 'exclude each other'],
    [{ ...SEARCH, keyHeader: 'a: b' }, 'is no name of a header'],
    [{ url: 'http://search.test/', key: 'abc' }, 'change its url to https://'],
  ])('%j is refused', (webSearch, message) => {
    expect(() => searched(webSearch)).toThrow(message);
  });
});
