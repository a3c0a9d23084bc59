import { randomUUID } from 'node:crypto';
import { type Db, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { byBytes } from '../../workspace/files/byte-order.ts';
import type { Database, Queries } from '../database/database.ts';
import type { JobQueue } from './queue.ts';

/** What is worked on by one at a time. */
export interface QueueKey {
  readonly lane: string;
  readonly key: string;
}

/** The right to work on a key, until it is ended or its holder is not heard of for a while. */
export interface Lease extends QueueKey {
  /** In the words of pg-boss: who has taken a job before it was taken again can no longer end it. */
  readonly attempt: { readonly id: string; readonly retryCount: number };
}

export interface LeaseOptions {
  readonly queues: readonly JobQueue[];
  /** A lease whose holder is silent for longer goes to another worker; at least 10. */
  readonly silenceSeconds: number;
  readonly onProblem: (problem: unknown) => void;
}

/** Longer than any job may take: heartbeats tell whether the holder of a lease is alive. */
const MAX_LEASE_SECONDS = 12 * 3600;

/** Attempts are counted with the jobs, so pg-boss is to set no limit of its own. */
const MAX_RETRIES = 100_000;

const MAX_DELAY_SECONDS = 600;

/** How many waiting jobs of an owner are counted. */
const MAX_COUNTED_WAITING = 1000;

const dataSchema = z.object({ key: z.string() });
const affectedSchema = z.object({ affected: z.number() });
const idRows = z.array(z.object({ id: z.string() }));
const waitingRows = z.array(z.object({ owner: z.string(), waiting: z.coerce.number() }));

/**
 * Which keys are to be worked on, and which worker holds them: pg-boss, with one entry at most for
 * each key of a queue. The jobs themselves are in a table of their own.
 */
export class Leases {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  static async open(database: Database, options: LeaseOptions): Promise<Leases> {
    const { queues, silenceSeconds, onProblem } = options;
    const checkSeconds = Math.max(1, Math.round(silenceSeconds / 3));
    const boss = new PgBoss({
      db: bossDatabase(database),
      backend: database.kind,
      schema: 'pgboss',
      schedule: false,
      superviseIntervalSeconds: checkSeconds,
      monitorIntervalSeconds: checkSeconds,
      maintenanceIntervalSeconds: 3600,
    });
    boss.on('error', onProblem);
    await boss.start();
    for (const { name, retrySeconds } of queues) {
      const settings = {
        retryLimit: MAX_RETRIES,
        retryDelay: retrySeconds,
        retryBackoff: true,
        retryDelayMax: MAX_DELAY_SECONDS,
        expireInSeconds: MAX_LEASE_SECONDS,
        heartbeatSeconds: silenceSeconds,
        deleteAfterSeconds: 3600,
      };
      await boss.createQueue(name, { ...settings, policy: 'exclusive' });
      await boss.updateQueue(name, settings);
      // There is one process, and it has just begun: the holder of any lease has died.
      if (database.kind === 'pglite') await reclaimLeases(boss, database, name);
      // What it knows of a queue it must not have to look up while a transaction is open.
      await boss.fetch(name, { minPriority: 2 ** 31 - 1 });
    }
    return new Leases(boss);
  }

  /**
   * Makes transactions that concern the same key come one after the other. To be called before
   * anything else of these keys is read or written, and once.
   */
  async lock(queries: Queries, keys: readonly QueueKey[]): Promise<void> {
    // Every transaction locks them in the same order, so that none wait for each other in a circle.
    const names = [...new Set(keys.map(({ lane, key }) => `${lane} ${key}`))].sort(byBytes);
    await queries.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name',
      [names],
    );
  }

  /** Queues work on keys. Nothing happens where a worker is at them, or they are queued already. */
  async request(
    queries: Queries,
    wanted: readonly (QueueKey & { owner: string })[],
  ): Promise<void> {
    for (const [lane, keys] of Map.groupBy(wanted, (one) => one.lane)) {
      await this.#wantInLane(queries, lane, keys);
    }
  }

  async #wantInLane(
    queries: Queries,
    lane: string,
    wanted: readonly (QueueKey & { owner: string })[],
  ): Promise<void> {
    const db = bossDatabase(queries);
    const owners = [...new Set(wanted.map(({ owner }) => owner))];
    const rows = await queries.query(
      `SELECT owner, (SELECT count(*) FROM (SELECT 1 FROM rustward.jobs
         WHERE lane = $1 AND jobs.owner = one.owner AND failed_at IS NULL LIMIT ${MAX_COUNTED_WAITING}
       ) AS waiting) AS waiting FROM unnest($2::text[]) AS one (owner)`,
      [lane, owners],
    );
    const waiting = new Map(waitingRows.parse(rows).map((row) => [row.owner, row.waiting]));
    const entries = new Map(
      wanted.map(({ key, owner }) => {
        const priority = -(waiting.get(owner) ?? 0);
        return [key, { id: randomUUID(), data: { key }, singletonKey: key, priority }];
      }),
    );
    const sent = await this.#boss.insert(lane, [...entries.values()], { db, returnId: true });
    const isSent = new Set(sent);
    for (const { id, singletonKey } of entries.values()) {
      // One that waits for its next attempt need not wait any longer.
      if (!isSent.has(id))
        await this.#boss.update(lane, undefined, { singletonKey, startAfter: 0, db });
    }
  }

  /** The next key of a queue to work on. */
  async acquire(lane: string): Promise<Lease | undefined> {
    const [job] = await this.#boss.fetch<unknown>(lane);
    if (job === undefined) return undefined;
    const { key } = dataSchema.parse(job.data);
    return { lane, key, attempt: { id: job.id, retryCount: job.retryCount } };
  }

  /** Sends a heartbeat of the holder. False when another worker has the lease by now. */
  async renew({ lane, attempt }: Lease): Promise<boolean> {
    return isAffected(await this.#boss.touch(lane, attempt));
  }

  /** Gives a lease back. False when another worker has it by now. */
  async release(queries: Queries, { lane, attempt }: Lease): Promise<boolean> {
    const db = bossDatabase(queries);
    return isAffected(await this.#boss.complete(lane, attempt, null, { db }));
  }

  /** Has the key tried again later. False when another worker has the lease by now. */
  async postpone(queries: Queries, { lane, attempt }: Lease): Promise<boolean> {
    const db = bossDatabase(queries);
    return isAffected(await this.#boss.fail(lane, attempt, null, { db }));
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false });
  }
}

async function reclaimLeases(boss: PgBoss, database: Database, lane: string): Promise<void> {
  const text = "SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active'";
  for (const { id } of idRows.parse(await database.query(text, [lane]))) {
    await boss.fail(lane, id);
    await boss.update(lane, undefined, { id, startAfter: 0 });
  }
}

function bossDatabase(queries: Queries): Db {
  return { executeSql: async (text, values) => ({ rows: await queries.query(text, values) }) };
}

function isAffected(response: unknown): boolean {
  return affectedSchema.parse(response).affected > 0;
}
