import { cpSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import {
  type MigrateProjectOptions,
  migrateProject,
} from '../../../src/entry/migrate/migrate-project.ts';
import { projectStatus } from '../../../src/entry/migrate/migration-status.ts';
import { writeConfig } from '../../../src/migration/artifacts/config.ts';
import { loadOrder } from '../../../src/migration/artifacts/order.ts';
import { loadPrunedSymbols } from '../../../src/migration/artifacts/symbol.ts';
import { loadLibraryRecords } from '../../../src/migration/replace/library-record.ts';
import { statusText } from '../../../src/migration/status/status-text.ts';
import { repairLimits } from '../../../src/migration/transpile/run-step.ts';
import { promptHashes } from '../../../src/model/prompts/prompt-hashes.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { withClang } from '../../support/clang.ts';
import { crateRegistry } from '../../support/crate-registry.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { modelEnvironment } from '../../support/model-environment.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const RECORDING = join(import.meta.dirname, '../../fixtures/recordings/library-judge/ranks');

function project(name: string, config: Readonly<Record<string, unknown>> = {}): string {
  const folder = realpathSync(temporaryFolder());
  cpSync(join(FIXTURES, name), folder, { recursive: true });
  const given = { root_symbols: [], disabled_libraries: [], additional_notes: '' };
  writeConfig(folder, { ...given, ...config });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Test');
  git(folder, 'config', 'user.email', 'test@example.org');
  commitAll(folder);
  return folder;
}

async function run(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
  options: Partial<MigrateProjectOptions> = {},
) {
  const progress: string[] = [];
  const result = await migrateProject(
    {
      ...{ path, crate: 'rust', only: [], maxFunctions: 10, maxRestarts: 0, dryRun: false },
      ...{ repairs: repairLimits(0), until: 'replace', reset: false, models: {}, ...options },
    },
    {
      env: { ...process.env, ...env },
      signal: new AbortController().signal,
      onProgress: (line) => progress.push(line),
      onWarning: (line) => expect(line).toBe(''),
    },
  );
  return { ...result, progress };
}

/** A model that answers the judge by the name of the function, and others by what they are asked. */
async function judging(
  answers: Readonly<Record<string, object>>,
  others: (role: 'planner' | 'plans' | 'code' | 'review', about: string) => string = () => '',
) {
  const asked: string[] = [];
  const server = await modelServer(({ messages }) => {
    const [system = '', user = ''] = messages.map(({ content }) => String(content));
    const name = /is="c source">\n\/\*.*\*\/\n(?:\/\*.*\*\/\n)?[^(]*?(\w+)\(/.exec(user)?.[1] ?? '';
    const isJudge = system.includes('whether well-kept Rust libraries');
    if (isJudge) {
      asked.push(name);
      const answer = JSON.stringify(answers[name] ?? { replaceable: false, confidence: 1 });
      return { kind: 'answer', content: `<SUMMARY>${answer}</SUMMARY>` };
    }
    const roles = [
      ['planner', 'First you lay out the'],
      ['plans', 'you settle where it goes'],
      ['code', 'You write\nthe Rust for what stands'],
      ['review', 'You look for what these cannot see'],
    ] as const;
    const role = roles.find(([, words]) => system.includes(words))?.[0];
    if (role === undefined) throw new Error(`nobody known is asked: ${system.slice(0, 200)}`);
    asked.push(`${role} ${name}`);
    return { kind: 'answer', content: others(role, `${name}\n${user}`) };
  });
  return { asked, env: { ...modelEnvironment(server), HOME: process.env['HOME'] } };
}

const CHECKSUM = {
  replaceable: true,
  ...{ libraries: ['tiny-checksum'], library: 'tiny-checksum' },
  ...{ apis: ['tiny_checksum::rolling'], confidence: 0.95, notes: 'The same */ turn by five.' },
};

withClang('replacing by libraries', () => {
  test('goes by what was recorded of a judge, and writes what is left', async () => {
    const path = project('ranks');
    await run(path, { RUSTWARD_REPLAY: RECORDING }, { models: { strictReplay: true } });
    const records = loadLibraryRecords(path).map(({ name, accepted, reason }) => [
      ...[name, accepted, reason.slice(0, 21)],
    ]);
    expect(records).toEqual([
      ['median', false, 'no library serves it:'],
      ['heap_sort', true, ''],
    ]);
    for (const { prompts } of loadLibraryRecords(path))
      expect(prompts).toEqual(promptHashes(['library-judge']));
    const names = loadPrunedSymbols(path)?.map(({ name }) => name);
    expect(names).toEqual(['heap_sort', 'disorder', 'median']);
    const steps = loadOrder(path).map(({ items }) => items.map(({ name }) => name).join('+'));
    expect(steps).toEqual(['heap_sort', 'disorder', 'median']);
    const { state } = await projectStatus(path);
    const shown = state.functions.map(({ name, state: is, reason }) => [name, is, reason]);
    expect(shown).toEqual([
      ['heap_sort', 'replaced', 'std'],
      ['disorder', 'waiting', undefined],
      ['median', 'waiting', undefined],
      ['swap', 'replaced', 'with heap_sort'],
    ]);
    expect(statusText(state)).toMatch(/^swap +by library {2}with heap_sort$/m);
  });

  test('carries callers over with the crate, and compares them with the C', async () => {
    const path = project('sums', { replace: { enabled: true } });
    const { asked, env } = await judging({ rolling_sum: CHECKSUM }, (role, about) => {
      if (role === 'planner')
        return '<PLAN>{ "name": "sums", "modules": [{ "name": "sums" }] }</PLAN>';
      if (role === 'review') return '<REVIEW>{ "issues": [] }</REVIEW>';
      const isSum = about.startsWith('rolling_sum');
      const elements = { c: { data: { role: 'elements', length: 'n' } } };
      const name = isSum ? 'rolling_sum' : 'is_intact';
      const signature = isSum
        ? 'pub fn rolling_sum(data: &[u8]) -> u32'
        : 'pub fn is_intact(data: &[u8]) -> bool';
      if (role === 'plans') {
        const place = { c: name, file: 'src/sums.rs', rust: `sums::${name}`, signature };
        return `<PLAN>${JSON.stringify([{ ...place, mapping: elements }])}</PLAN>`;
      }
      const [doc, body, check] = isSum
        ? ['A checksum.', 'tiny_checksum::rolling(data)', 'assert_eq!(rolling_sum(b""), 17);']
        : [
            'Whether the last four bytes are the checksum of those before.',
            'data.split_last_chunk().is_some_and(|(rest, sum)| rolling_sum(rest) == u32::from_le_bytes(*sum))',
            'assert!(is_intact(&[17, 0, 0, 0]));',
          ];
      return `<TESTS file="src/sums.rs">\n#[test]\nfn checks_${name}() {\n    ${check}\n}\n</TESTS>
<CODE file="src/sums.rs">\n/// ${doc}\n${signature} {\n    ${body}\n}\n</CODE>`;
    });
    const registry = { ...env, CARGO_HOME: crateRegistry() };
    const { outcomes, progress } = await run(path, registry, { until: 'transpile' });
    expect(progress).toContain('rolling_sum is served by tiny-checksum');
    const evidence = outcomes.map((outcome) => {
      const names = outcome.step.functions.map(({ name }) => name).join('+');
      const done = outcome.kind === 'migrated' && outcome.result.kind === 'done';
      return [names, done ? [...outcome.result.evidence.values()][0]?.kind : outcome];
    });
    expect(evidence).toEqual([
      ['rolling_sum', 'equal'],
      ['is_intact', 'equal'],
    ]);
    expect(readFileSync(join(path, 'rust/Cargo.toml'), 'utf8')).toContain(
      'tiny-checksum = "1.2.3"',
    );
    expect(asked).toEqual(
      expect.arrayContaining(['is_intact', 'rolling_sum', 'plans rolling_sum']),
    );
    expect(asked).not.toContain('step');
    const committed = git(path, 'ls-files', '.rustward');
    expect(committed).toContain('.rustward/c2rust/library_replacements.jsonl');
    expect(committed).toContain('.rustward/c2rust/symbols_prune.jsonl');
  }, 120_000);

  test('refuses what is made up, and says so; what was judged is not asked again', async () => {
    const path = project('sums');
    const madeUp = { ...CHECKSUM, libraries: ['sumz'], library: 'sumz', apis: ['sumz::rolling'] };
    const { asked, env } = await judging({ rolling_sum: madeUp });
    const registry = { ...env, CARGO_HOME: crateRegistry() };
    const { progress, outcomes } = await run(path, registry);
    expect(progress).toContain('rolling_sum is kept: sumz: the registry has no crate of that name');
    expect(asked).toEqual(['is_intact', 'rolling_sum']);
    expect(outcomes).toHaveLength(4);
    expect(existsSync(join(path, '.rustward/c2rust/symbols_prune.jsonl'))).toBe(false);
    await run(path, registry);
    expect(asked).toHaveLength(2);
    const text = readFileSync(join(path, 'sums.c'), 'utf8').replace('sum = 17', 'sum = 18');
    writeFileSync(join(path, 'sums.c'), text);
    await run(path, registry);
    expect(asked).toEqual(['is_intact', 'rolling_sum', 'is_intact', 'rolling_sum']);
  }, 60_000);

  test('goes by the config: libraries ruled out, how sure, entries', async () => {
    const path = project('sums', { disabled_libraries: ['TINY-checksum'] });
    const whole = { ...CHECKSUM, confidence: 0.7 };
    const { asked, env } = await judging({ rolling_sum: whole, is_intact: whole });
    const registry = { ...env, CARGO_HOME: crateRegistry() };
    const reasons = () => loadLibraryRecords(path).map(({ name, reason }) => `${name} ${reason}`);
    await run(path, registry);
    expect(reasons()).toEqual([
      'is_intact tiny-checksum: the config of the migration rules it out',
      'rolling_sum tiny-checksum: the config of the migration rules it out',
    ]);
    const settings = { root_symbols: [], disabled_libraries: [], additional_notes: '' };
    const entries = { delay_entries: ['is_intact'] };
    writeConfig(path, { ...settings, replace: { ...entries, min_confidence: 0.6 } });
    await run(path, registry);
    expect(reasons()[1]).toBe('rolling_sum ');
    expect(loadPrunedSymbols(path)?.map(({ name }) => name)).toEqual(['rolling_sum', 'is_intact']);
    writeConfig(path, { ...settings, replace: { ...entries, min_confidence: 0.9 } });
    const { outcomes } = await run(path, {}, { dryRun: true, until: 'transpile' });
    expect(outcomes).toHaveLength(4);
    expect(asked).toHaveLength(2);
  }, 60_000);

  test('replaces nothing without a model, and without being told to', async () => {
    const path = project('sums');
    const none = { RUSTWARD_MODEL_FILE: undefined, HOME: temporaryFolder() };
    const { notRun, outcomes } = await run(path, none);
    expect(notRun).toMatch(/model/);
    expect(outcomes).toHaveLength(4);
    const { asked, env } = await judging({}, () => '');
    await run(path, env, { until: 'prepare' });
    expect(asked.filter((one) => !one.startsWith('planner'))).toEqual([]);
  });
});
