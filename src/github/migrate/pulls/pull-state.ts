import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Evidence } from '../../../equivalence/evidence/evidence.ts';
import { shaSchema } from '../../commands/command.ts';
import { functionIdSchema } from '../../commands/function-id.ts';
import { parseMarker, printMarker, type Seal } from '../../text/marker.ts';

const pullStateSchema = z.strictObject({
  version: z.literal(1),
  /** The branch of the pull request: the state counts nowhere else. */
  branch: z.string().max(300),
  functions: z.array(functionIdSchema).min(1).max(50),
  /** The commit that the change was made for. */
  base: shaSchema,
  /** The last commit of ours on the branch: a head that is another one is the work of a person. */
  head: shaSchema,
  /** Commits that an agent added since CI failed. */
  repairs: z.int().nonnegative(),
  /** Why it goes no further by itself; missing while it does. */
  blocked: z.string().max(1000).optional(),
  /** See `evidenceDigest`. */
  evidence: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * What the app must know of a pull request of the migration, kept in its description: nothing is
 * lost with the database.
 */
export type PullState = Omit<z.infer<typeof pullStateSchema>, 'version'>;

/** Of a marker, which allows 100. */
const WORD = 100;

/**
 * The state as a hidden comment: the last line of a description. It is signed for the branch, since a
 * pull request has no number yet when its description is written.
 */
export function printPullState(state: PullState, seal: Omit<Seal, 'number'>): string {
  const json = JSON.stringify(pullStateSchema.parse({ version: 1, ...state }));
  const words = Buffer.from(json)
    .toString('hex')
    .match(new RegExp(`.{1,${WORD}}`, 'g'));
  return printMarker({ kind: 'migration', words: words ?? [] }, { ...seal, number: 0 });
}

/**
 * The state in a description; undefined where there is none of ours, or one of another branch.
 * @param pull its description, the user id of who opened it, and the name of its branch
 */
export function parsePullState(
  pull: { readonly body: string; readonly author: number | undefined; readonly branch: string },
  seal: Omit<Seal, 'number'>,
): PullState | undefined {
  const marker = parseMarker(pull, { ...seal, number: 0 });
  if (marker?.kind !== 'migration') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(marker.words.join(''), 'hex').toString());
  } catch {
    return undefined;
  }
  const read = pullStateSchema.safeParse(value);
  if (!read.success || read.data.branch !== pull.branch) return undefined;
  const { version: _, ...state } = read.data;
  return state;
}

/** SHA-256 of evidence, in hexadecimal: whether a description still speaks of the same. */
export function evidenceDigest(evidence: readonly Evidence[]): string {
  return createHash('sha256').update(JSON.stringify(evidence)).digest('hex');
}
