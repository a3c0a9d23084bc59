import * as z from 'zod';
import { ModelError, messageOf } from '../../errors.ts';
import { loadPrompt } from '../../model/prompts/load-prompt.ts';
import { renderPrompt } from '../../model/prompts/render-prompt.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { besidesSchema, type Claim } from '../discover/claim.ts';
import { printSlice } from '../slice/print-slice.ts';
import { sliceOf } from '../slice/slice.ts';
import { candidateText } from './candidate-text.ts';
import { citesShownPlace } from './cited-places.ts';
import { MAX_CLUSTER_CANDIDATES } from './cluster-limit.ts';
import { type Answered, askAgent, type StageDeps } from './stage.ts';

/** Candidates of one file that are clustered together. */
export interface Batch {
  readonly file: string;
  readonly index: number;
  readonly candidates: readonly Candidate[];
}

/** Candidates that stand or fall with one condition. */
export interface Cluster {
  /** `file|batch|index` */
  readonly cluster_id: string;
  readonly file: string;
  readonly batch_index: number;
  readonly cluster_index: number;
  readonly gids: readonly number[];
  /** What has to be true for the defect to be there. */
  readonly verification: string;
  readonly is_invalid: boolean;
  /** Why no path can trigger it; empty unless `is_invalid`. */
  readonly invalid_reason: string;
  /** What the clusterer saw besides; missing where that is nothing. */
  readonly besides?: Claim[] | undefined;
}

/** A cluster with those of its candidates that are looked at, in the order in which they are numbered. */
export interface ClusterMembers {
  readonly cluster: Cluster;
  readonly candidates: readonly Candidate[];
}

/** How often the candidates that an answer left out are asked for. */
const MAX_RETRIES = 2;

const groupSchema = z
  .object({
    verification: z.string().trim().min(1),
    gids: z.array(z.int().positive()).min(1),
    is_invalid: z.boolean(),
    invalid_reason: z.string().trim().default(''),
    besides: besidesSchema,
  })
  .refine(({ is_invalid, invalid_reason }) => !is_invalid || invalid_reason !== '', {
    path: ['invalid_reason'],
    message: 'is required where is_invalid is true',
  });

type Group = z.infer<typeof groupSchema>;

const clustersSchema = z.array(groupSchema);

/** The candidates by file, in batches of at most `limit`. */
export function batchesOf(
  candidates: readonly Candidate[],
  limit = MAX_CLUSTER_CANDIDATES,
): Batch[] {
  return [...Map.groupBy(candidates, ({ file }) => file)].flatMap(([file, all]) =>
    Array.from({ length: Math.ceil(all.length / limit) }, (_, index) => ({
      file,
      index,
      candidates: all.slice(index * limit, (index + 1) * limit),
    })),
  );
}

/** What the clusterer is asked about a batch. */
export async function clusterPromptInputs(
  { candidates }: Batch,
  deps: Pick<StageDeps, 'index'>,
): Promise<{ readonly candidates: string; readonly code: string }> {
  return {
    candidates: candidateText(candidates),
    code: printSlice(await sliceOf(candidates, deps.index)),
  };
}

/**
 * Groups the candidates of a batch by what has to be verified. Every candidate is in exactly one
 * cluster: those that the model leaves out twice, and all when its answer cannot be read, are
 * clusters of their own. A batch of one needs no model.
 * @throws ModelError when the model cannot be asked; the signal's reason
 */
export async function clusterBatch(batch: Batch, deps: StageDeps): Promise<Cluster[]> {
  const { candidates, file, index } = batch;
  const groups = candidates.length < 2 ? [] : await askForGroups(batch, deps);
  const singletons = candidates.flatMap((candidate, at): Group[] =>
    groups.some(({ gids }) => gids.includes(at + 1)) ? [] : [singletonGroup(candidate, at + 1)],
  );
  return [...groups, ...singletons].map(({ gids, besides, ...group }, at) => ({
    ...(besides.length === 0 ? {} : { besides }),
    ...{ cluster_id: `${file}|${index}|${at}`, file, batch_index: index, cluster_index: at },
    ...{ ...group, gids: gids.map((number) => candidates[number - 1]?.gid ?? 0) },
  }));
}

async function askForGroups(batch: Batch, deps: StageDeps): Promise<Group[]> {
  try {
    const question = {
      ...({ role: 'clusterer', tier: 'cheap', tools: [] } as const),
      subject: `${batch.file}|${batch.index}`,
      values: await clusterPromptInputs(batch, deps),
      schema: ['clusters', clustersSchema] as const,
    };
    let answered = await askAgent(question, deps);
    let groups = normaliseGroups(answered.value, batch.candidates.length);
    for (let retry = 0; retry < MAX_RETRIES; retry += 1) {
      const missing = missingNumbers(groups, batch.candidates.length);
      if (missing.length === 0) break;
      const prompt = loadPrompt('clusterer-missing');
      const { messages } = renderPrompt(prompt, { missing: missing.join(', ') });
      answered = await answered.reply(messages);
      groups = normaliseGroups([...groups, ...answered.value], batch.candidates.length);
    }
    return await withFoundedReasons(groups, answered, batch, deps);
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    deps.onUnreadable?.(`${batch.file}: ${messageOf(thrown)}`);
    return [];
  }
}

/**
 * Has a reason for calling a group invalid name a place that was shown, which is asked for once. A group without one is
 * examined like any other.
 */
async function withFoundedReasons(
  groups: readonly Group[],
  answered: Answered<Group[]>,
  { candidates, file }: Batch,
  deps: StageDeps,
): Promise<Group[]> {
  const slice = await sliceOf(candidates, deps.index);
  const isFounded = ({ is_invalid, invalid_reason }: Group) =>
    !is_invalid || citesShownPlace(invalid_reason, file, slice);
  const unfounded = groups.filter((group) => !isFounded(group));
  if (unfounded.length === 0) return [...groups];
  const numbers = unfounded.flatMap(({ gids }) => gids);
  const founded = (await groupsAnew(numbers, answered, deps)).filter(isFounded);
  const settled = new Set(founded.flatMap(({ gids }) => gids));
  const doubted = unfounded.map((group) => ({
    ...{ ...group, is_invalid: false, invalid_reason: '' },
    gids: group.gids.filter((gid) => !settled.has(gid)),
  }));
  return normaliseGroups([...groups.filter(isFounded), ...founded, ...doubted], candidates.length);
}

/** The groups of some candidates, asked for once more; none where that cannot be read. */
async function groupsAnew(
  numbers: readonly number[],
  answered: Answered<Group[]>,
  deps: StageDeps,
): Promise<Group[]> {
  try {
    const prompt = loadPrompt('clusterer-places');
    const { value } = await answered.reply(
      renderPrompt(prompt, { numbers: numbers.join(', ') }).messages,
    );
    const asked = value.map((group) => ({
      ...group,
      gids: group.gids.filter((gid) => numbers.includes(gid)),
    }));
    return asked;
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    deps.onUnreadable?.(messageOf(thrown));
    return [];
  }
}

/**
 * Each number at most once, and only numbers that were asked about. A candidate that is in an
 * invalid group and in another one stays in the other one.
 */
function normaliseGroups(groups: readonly Group[], count: number): Group[] {
  const taken = new Set<number>();
  const take = (group: Group): Group => {
    const gids = group.gids.filter((gid) => gid <= count && !taken.has(gid));
    for (const gid of gids) taken.add(gid);
    return { ...group, gids: [...new Set(gids)] };
  };
  const valid = new Map(groups.filter((group) => !group.is_invalid).map((one) => [one, take(one)]));
  const taking = groups.map((group) => valid.get(group) ?? take(group));
  const [first, ...rest] = taking
    .filter(({ gids }) => gids.length > 0)
    .map((group) => (group.is_invalid ? group : { ...group, invalid_reason: '' }));
  // What a group that is left out saw besides is worth as much as before.
  const orphaned = taking.filter(({ gids }) => gids.length === 0).flatMap(({ besides }) => besides);
  return first === undefined
    ? []
    : [{ ...first, besides: [...first.besides, ...orphaned] }, ...rest];
}

function missingNumbers(groups: readonly Group[], count: number): number[] {
  const known = new Set(groups.flatMap(({ gids }) => gids));
  return Array.from({ length: count }, (_, at) => at + 1).filter((number) => !known.has(number));
}

function singletonGroup({ description }: Candidate, number: number): Group {
  return {
    verification: description,
    gids: [number],
    is_invalid: false,
    invalid_reason: '',
    besides: [],
  };
}
