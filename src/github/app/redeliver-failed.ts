import { messageOf } from '../../errors.ts';
import { loadWatermark, saveWatermark } from '../../jobs/database/watermarks.ts';
import { isDelivered } from '../../jobs/queue/deliveries.ts';
import type { Jobs } from '../../jobs/queue/jobs.ts';
import type { AppClients, Delivery } from '../api/app-clients.ts';

const SWEEP_WATERMARK = 'deliveries swept';
const DAY = 24 * 3_600_000;

/** GitHub sends nothing again that is older. */
const OLDEST_MILLISECONDS = 3 * DAY;

/** What failed shortly before the last sweep may not have been listed by then. */
const OVERLAP_MILLISECONDS = 600_000;

export interface RedeliveryReport {
  /** Deliveries that GitHub could not bring us. */
  readonly failed: number;
  /** Those that it was asked to bring once more. */
  readonly asked: number;
  readonly problems: readonly string[];
}

/**
 * Has GitHub bring once more what it could not bring since the last sweep, as far as it never came.
 */
export async function redeliverFailed(
  access: Pick<AppClients, 'deliveries' | 'redeliver'>,
  jobs: Jobs,
): Promise<RedeliveryReport> {
  const started = new Date();
  const last = await loadWatermark(jobs.database, SWEEP_WATERMARK);
  const since = Math.max(
    (last?.getTime() ?? 0) - OVERLAP_MILLISECONDS,
    started.getTime() - OLDEST_MILLISECONDS,
  );
  const failed = await fetchFailedSince(access, since, last === undefined);
  const problems: string[] = [];
  let asked = 0;
  for (const { id, guid } of failed) {
    if (await isDelivered(jobs, guid)) continue;
    try {
      await access.redeliver(id);
      asked += 1;
    } catch (thrown) {
      // One that it will not bring must not hold up the others.
      problems.push(messageOf(thrown));
    }
  }
  await saveWatermark(jobs.database, SWEEP_WATERMARK, started);
  return { failed: failed.length, asked, problems };
}

/**
 * What a new database asks for again, though it was delivered: what people had asked for was lost with the last
 * one. To do that once more changes nothing where it was done.
 */
const RECOVERED_EVENTS = ['issue_comment created', 'pull_request closed'];

/**
 * The last attempt of each delivery of which none went well, the oldest first.
 * @param isNew whether the database has never seen a delivery
 */
async function fetchFailedSince(
  access: Pick<AppClients, 'deliveries'>,
  since: number,
  isNew: boolean,
): Promise<Delivery[]> {
  const failed = new Map<string, Delivery>();
  const good = new Set<string>();
  for await (const deliveries of access.deliveries()) {
    for (const delivery of deliveries) {
      const { guid, status_code: status, delivered_at, event, action } = delivery;
      if (delivered_at.getTime() < since) continue;
      const isGood = status >= 200 && status < 300;
      if (isGood && !(isNew && RECOVERED_EVENTS.includes(`${event} ${action}`))) good.add(guid);
      else if (!failed.has(guid)) failed.set(guid, delivery);
    }
    // They come in the order of time, the newest first.
    if (deliveries.some(({ delivered_at }) => delivered_at.getTime() < since)) break;
  }
  return [...failed.values()].filter(({ guid }) => !good.has(guid)).reverse();
}
