import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure, Request, Result } from '../failure.ts';
import { peakMemory } from '../process-memory.ts';
import { MAX_BYTES, rawMessages } from '../promise.ts';
import { type OpenedApp, openApp } from './opened-app.ts';
import { type Answer, send } from './send.ts';
import { type WebhookInput, webhookInput } from './webhook-input.ts';

/** How long the App may take with what it was brought, when nothing more comes. */
const REST_MILLISECONDS = 60_000;

/** Brings odd webhooks to the real App. It has to answer each, and to work as before in the end. */
export async function tryWebhooks({ seed, indices, home, onFailure }: Request): Promise<Result> {
  const opened = await openApp(home);
  const { app, place } = opened;
  const failures: Failure[] = [];
  let [slowest, seen, peak] = [0, app.log().length, 0];

  const fail = (index: number[], idea: string, problems: readonly string[], body?: Buffer) => {
    const folder = join(home, `webhooks-${index[0] ?? 'all'}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'app.log'), app.log());
    if (body !== undefined) writeFileSync(join(folder, 'body'), body);
    const failure = { kind: 'webhooks' as const, indices: index, idea, problems, folder };
    const whole = { ...failure, command: `its log is in ${join(folder, 'app.log')}` };
    failures.push(whole);
    onFailure(whole);
  };
  /** What is wrong with what the App has logged since this was last asked. */
  const logged = (): string[] => {
    const text = app.log().slice(seen);
    seen += text.length;
    return rawMessages(text.replaceAll('\\n', '\n'));
  };

  try {
    for (const index of indices) {
      const input = webhookInput(seed, index, place);
      const started = performance.now();
      const answer = await send(app.url, input);
      slowest = Math.max(slowest, Math.round(performance.now() - started));
      peak = Math.max(peak, peakMemory(app.child.pid));
      const problems = [...wrongWith(input, answer), ...logged()];
      if (peak > MAX_BYTES) problems.push(`${Math.round(peak / 1e6)} MB of memory`);
      if (app.child.exitCode !== null) problems.push('the App has ended');
      if (problems.length > 0) fail([index], input.idea, problems, input.body);
      if (app.child.exitCode !== null) break;
    }
    const problems = [...(await restless(opened)), ...logged()];
    peak = Math.max(peak, peakMemory(app.child.pid));
    if (problems.length > 0) fail([...indices], 'what came of all of them', problems);
  } finally {
    await opened.close();
  }
  return { tried: indices.length, failures, peak, slowest };
}

function wrongWith({ isSigned, method, body }: WebhookInput, answer: Answer): string[] {
  if ('none' in answer) {
    // Of what is too long, or not GitHub's, not all is read.
    const isCut = /ECONNRESET|EPIPE|socket hang up/.test(answer.none);
    return isCut && (!isSigned || body.length > 1_000_000) ? [] : [`no answer: ${answer.none}`];
  }
  const problems = rawMessages(answer.text);
  const { status } = answer;
  if (status >= 500) problems.push(`answered with ${status}: ${answer.text.slice(0, 200)}`);
  const isTaken = status >= 200 && status < 300;
  if (isTaken && (!isSigned || method !== 'POST')) problems.push(`accepted with ${status}`);
  return problems;
}

/** Waits for the App to be done with what it was brought, and says what keeps it from that. */
async function restless({ app, problems }: OpenedApp): Promise<string[]> {
  const ready = await fetch(`${app.url}/readyz`).catch(() => undefined);
  if (ready?.status !== 200) return [`is not ready any more: ${ready?.status ?? 'no answer'}`];
  for (const until = Date.now() + REST_MILLISECONDS; Date.now() < until; await sleep(200)) {
    if (!/"msg":"job started"/.test(lastOf(app.log()))) break;
  }
  return problems().map((problem) => `GitHub says: ${problem}`);
}

/** The lines about the jobs that have begun last. */
function lastOf(log: string): string {
  return (
    log
      .split('\n')
      .filter((line) => line.includes('"msg":"job '))
      .at(-1) ?? ''
  );
}
