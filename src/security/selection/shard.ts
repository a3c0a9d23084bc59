import { createHash } from 'node:crypto';
import type { Report } from '../report/report.ts';

/** One part of a tree, for one of several machines: the first of three has the index 1. */
export type Shard = NonNullable<Report['shard']>;

/**
 * Whether a file belongs to a shard. It depends on nothing but the path, so that a file stays with
 * its shard, and what was kept of it, from one run to the next.
 */
export function inShard(file: string, { index, count }: Shard): boolean {
  const hash = createHash('sha256').update(file).digest();
  return hash.readUInt32BE(0) % count === index - 1;
}
