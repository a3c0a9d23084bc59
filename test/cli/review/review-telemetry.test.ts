import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { type BilledModel, billedModel, type Turn } from '../../support/billed-model.ts';
import { rustward } from '../../support/command-line.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const lineSchema = z.looseObject({ run: z.uuid(), time: z.iso.datetime(), event: z.string() });

function linesOf(file: string) {
  const text = readFileSync(file, 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  const lines: unknown[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.map((line) => lineSchema.parse(line));
}

const SECRET = 'sk-test-0123456789abcdefghijklmnop';
const READ = { name: 'read_code', arguments: { ranges: [{ file: 'a.c', start: 1, end: 3 }] } };

/** An analyst that reads, calls a tool that is none, and is then cut off once by the provider. */
function looking({ role, turn }: Turn) {
  if (role !== 'analyst' || turn > 1) return undefined;
  if (turn === 0) return { kind: 'answer' as const, calls: [READ] };
  return { kind: 'answer' as const, calls: [{ name: 'CANARY_OF_THE_MODEL', arguments: {} }] };
}

async function review(server: BilledModel, ...options: string[]) {
  const root = temporaryFolder({ 'a.c': readers(2) });
  const served = servedReview(root, server);
  const folder = temporaryFolder();
  const [log, metrics] = [join(folder, 'run.log'), join(folder, 'run.prom')];
  const args = ['--no-state', '--no-cache', '--log-file', log, '--metrics-file', metrics];
  return { ...(await served.run(...args, ...options)), served, log, metrics, args };
}

test('the log has each call and each tool, and none of what was said', async () => {
  const server = await billedModel({ isRisk: () => false }, looking);
  const { log, report, served, args } = await review(server);
  const lines = linesOf(log);
  expect(new Set(lines.map(({ run }) => run)).size).toBe(1);
  expect([lines[0]?.event, lines.at(-1)]).toEqual([
    'run_started',
    expect.objectContaining({
      event: 'run_ended',
      verdict: report.verdict,
      examinations: { refuted: 2 },
    }),
  ]);
  const calls = lines.filter(({ event }) => event === 'model_call');
  const sum = (key: string) => calls.reduce((total, call) => total + Number(call[key]), 0);
  const bill = server.bills().get('all');
  expect([calls.length, sum('tokens_in'), sum('tokens_cached'), sum('tokens_out')]).toEqual([
    ...[bill?.calls, bill?.input, bill?.cached, bill?.output],
  ]);
  expect(new Set(calls.map(({ request }) => request)).size).toBe(calls.length);
  expect(calls.find(({ role }) => role === 'clusterer')).toMatchObject({
    ...{ role: 'clusterer', subject: 'a.c|0', turn: 0, model: 'served', source: 'provider' },
    ...{ billed: true, cost: expect.any(Number), ms: expect.any(Number) },
  });
  const tools = lines.filter(({ event }) => event === 'tool_call');
  expect(tools.map(({ tool, ok, role }) => [tool, ok, role])).toEqual(
    expect.arrayContaining([
      ['read_code', true, 'analyst'],
      [null, false, 'analyst'],
    ]),
  );
  expect(lines.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['stage_started', 'stage_ended', 'conversation_ended']),
  );
  const text = readFileSync(log, 'utf8');
  for (const said of [SECRET, 'CANARY', 'security engineer', 'read(', 'bounded', 'ranges']) {
    expect(text).not.toContain(said);
  }
  expect(statSync(log).mode & 0o777).toBe(0o600);
  // The next run adds its lines under a name of its own.
  await served.run(...args);
  expect(new Set(linesOf(log).map(({ run }) => run)).size).toBe(2);
});

test('what a provider refuses is logged by its kind, with none of its words', async () => {
  const server = await billedModel({}, () => ({
    ...{ kind: 'status', status: 400, message: 'cannot take "int CANARY_OF_THE_PROMPT"' },
  }));
  const { log, metrics } = await review(server);
  const calls = linesOf(log).filter(({ event }) => event === 'model_call');
  expect(calls[0]).toMatchObject({
    ...{ level: 'warn', failure: 'unfit', billed: false, tokens_in: 0, cost: 0 },
  });
  expect(readFileSync(log, 'utf8')).not.toContain('CANARY');
  expect(readFileSync(metrics, 'utf8')).toMatch(
    /rustward_model_calls_total\{model="served",role="clusterer",outcome="unfit"\} \d/,
  );
});

test('the metrics are what was billed and found', async () => {
  const server = await billedModel({ isRisk: ({ line }) => line < 8 }, looking);
  const { metrics, report } = await review(server);
  const text = readFileSync(metrics, 'utf8');
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  for (const [role, { calls, input, cached, output }] of server.bills()) {
    if (role === 'all') continue;
    const labels = `model="served",role="${role}"`;
    expect(value(`rustward_model_calls_total{${labels},outcome="answered"}`)).toBe(calls);
    expect(value(`rustward_model_call_seconds_count{${labels}}`)).toBe(calls);
    expect(value(`rustward_model_tokens_total{${labels},kind="in"}`)).toBe(input);
    expect(value(`rustward_model_tokens_total{${labels},kind="cached"}`)).toBe(cached);
    expect(value(`rustward_model_tokens_total{${labels},kind="out"}`)).toBe(output);
  }
  expect(value('rustward_tool_runs_total{tool="read_code",outcome="ok"}')).toBe(2);
  expect(value('rustward_tool_runs_total{tool="unknown",outcome="error"}')).toBe(2);
  expect(value('rustward_queue_depth{stage="analyze"}')).toBe(0);
  expect(value(`rustward_runs_total{verdict="${report.verdict}"}`)).toBe(1);
  const kinds = report.candidates.map(({ examination }) => examination?.kind ?? 'none');
  for (const kind of new Set(kinds)) {
    const own = kinds.filter((one) => one === kind).length;
    expect(value(`rustward_candidates_total{examination="${kind}"}`)).toBe(own);
  }
  expect(text).not.toContain('CANARY');
  expect(text).not.toContain('a.c');
});

test('a log that cannot be written costs the log alone', async () => {
  const server = await billedModel({ isRisk: () => false });
  const served = servedReview(temporaryFolder({ 'a.c': readers(1) }), server);
  const { stderr, report } = await served.run('--no-state', '--log-file', '/dev/full');
  expect(stderr).toMatch(/warning: the log ends early: ENOSPC/);
  expect(report.candidates[0]?.examination?.kind).toBe('refuted');
});

test('without a model there is a log, too; a place that cannot be written is said before the work', () => {
  const folder = temporaryFolder({ 'a.c': readers(1) });
  const env = {
    PATH: process.env['PATH'],
    HOME: temporaryFolder(),
    RUSTWARD_LOG_FILE: 'logs/run.log',
  };
  rustward(['review', '.', '--no-state'], folder, env);
  expect(linesOf(join(folder, 'logs/run.log')).map(({ event }) => event)).toEqual([
    'run_started',
    'run_ended',
  ]);
  for (const option of ['--log-file', '--metrics-file']) {
    const { status, stderr } = rustward(['review', '.', option, 'a.c/log'], folder, env);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is not a folder')]);
  }
});
