import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { openDatabase } from '../src/jobs/database/open-database.ts';
import { errorCode } from '../src/workspace/files/error-code.ts';
import { eventually } from '../test/support/eventually.ts';
import { SECRET, startChild } from './app-child.ts';

export interface Acceptance {
  readonly database: string;
  readonly sent: number;
  /** Answered with anything but 200. */
  readonly refused: number;
  /** Deliveries in the database afterwards. */
  readonly kept: number;
  /** Jobs that were carried out. */
  readonly done: number;
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** Of the App: at the start, in the middle, and at the end of the load. */
  readonly megabytes: readonly number[];
  /** From the last delivery until no job was left. */
  readonly drainSeconds: number;
}

const rows = z.array(z.object({ id: z.string() }));

/** Brings deliveries at a fixed rate, however fast they are answered. */
export async function acceptance(
  name: string,
  database: string | undefined,
  { seconds, rate }: { readonly seconds: number; readonly rate: number },
): Promise<Acceptance> {
  const folder = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
  const place = { folder, ...(database !== undefined && { url: database }) };
  try {
    const app = await startChild(place, ['app', '0', '4']);
    const agent = new Agent({ keepAlive: true, maxSockets: 64 });
    const megabytes: number[] = [];
    const remember = async () => {
      const bytes = await metric(app.url, /^process_resident_memory_bytes (\S+)/m);
      megabytes.push(Math.round(bytes / 1024 / 1024));
    };
    // Whatever is loaded at the first delivery is no part of this.
    await deliver(app.url, agent, 0);
    await remember();
    const sent = seconds * rate;
    const answers: Promise<{ status: number; ended: number; due: number }>[] = [];
    const start = performance.now();
    for (let n = 1; n <= sent; n += 1) {
      const due = start + (n * 1000) / rate;
      const wait = due - performance.now();
      if (wait > 1) await sleep(wait);
      answers.push(
        deliver(app.url, agent, n).then((status) => ({ status, ended: performance.now(), due })),
      );
      if (n === Math.round(sent / 2)) await remember();
    }
    const all = await Promise.all(answers);
    await remember();
    const loaded = performance.now();
    const waiting = async () => {
      if ((await metric(app.url, /^rustward_jobs_waiting\{lane="reviews"\} (\S+)/m)) > 0) {
        throw new Error('jobs are left');
      }
    };
    await eventually(waiting, 600_000);
    const drainSeconds = round((performance.now() - loaded) / 1000);
    const done = await metric(
      app.url,
      /^rustward_jobs_total\{lane="reviews",outcome="done"\} (\S+)/m,
    );
    await app.end();
    agent.destroy();
    const kept = await keptOf(place, sent);
    const times = all.map(({ ended, due }) => ended - due).sort((left, right) => left - right);
    const at = (share: number) => round(times[Math.floor((times.length - 1) * share)] ?? 0);
    const refused = all.filter(({ status }) => status !== 200).length;
    return {
      ...{ database: name, sent, refused, kept, done: done - 1, p50: at(0.5), p99: at(0.99) },
      ...{ most: at(1), megabytes, drainSeconds },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many of the deliveries are in the database. */
async function keptOf(place: { folder: string; url?: string }, sent: number): Promise<number> {
  const database = await openDatabase(place);
  const ids = new Set(
    rows.parse(await database.query('SELECT id FROM rustward.deliveries')).map(({ id }) => id),
  );
  await database.close();
  return Array.from({ length: sent }, (_, n) => `delivery-${n + 1}`).filter((id) => ids.has(id))
    .length;
}

function deliver(url: string, agent: Agent, n: number): Promise<number> {
  const body = JSON.stringify({
    ...{ action: 'synchronize', installation: { id: 1 + (n % 5) } },
    repository: { id: 1, name: 'demo', owner: { login: 'ada' } },
    pull_request: {
      ...{ number: n + 1, body: 'x'.repeat(8000), base: { ref: 'main' } },
      head: { ref: 'topic', sha: 'a'.repeat(40), repo: { id: 1 } },
    },
  });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/github/webhooks`, {
      ...{ method: 'POST', agent },
      headers: {
        ...{ 'content-type': 'application/json', 'x-github-event': 'pull_request' },
        ...{ 'x-github-delivery': `delivery-${n}`, 'x-hub-signature-256': `sha256=${signature}` },
        'content-length': Buffer.byteLength(body),
      },
    });
    asked.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', (problem) => {
      // A connection that was kept may be closed by the server at the moment it is used again: what
      // was sent has not been read, and the next attempt is part of the delivery's time.
      if (!asked.reusedSocket || errorCode(problem) !== 'ECONNRESET') reject(problem);
      else deliver(url, agent, n).then(resolve, reject);
    });
    asked.end(body);
  });
}

async function metric(url: string, pattern: RegExp): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(pattern.exec(text)?.[1] ?? Number.NaN);
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
