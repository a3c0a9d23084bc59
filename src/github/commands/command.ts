import { z } from 'zod';
import { dashboardEditSchema, dashboardNewsSchema } from './dashboard-edit.ts';
import { functionIdSchema } from './function-id.ts';
import { instructionSchema } from './instruction.ts';

/** The label that asks for a review. */
export const REVIEW_LABEL = 'rustward';

/** The label of a pull request whose pushes are not reviewed. */
export const PAUSE_LABEL = 'rustward: paused';

/** A commit's full id. */
export const shaSchema = z.string().regex(/^[0-9a-f]{40}$/);

/** A repository as GitHub names it; the id stays when it is renamed. */
export const repositorySchema = z.object({
  id: z.int().positive(),
  owner: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/),
  name: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/),
});

export type Repository = z.infer<typeof repositorySchema>;

/** The number of an issue or a pull request. */
const numberSchema = z.int().positive();

/** Who wrote or clicked. What they may do is asked of GitHub when the command is carried out. */
const userSchema = z.object({ id: z.int().positive(), login: z.string().min(1).max(100) });

/** What is in every command: where it belongs, and under which installation it is carried out. */
const common = {
  repository: repositorySchema,
  installation: z.int().positive(),
};

/** A comment, on an issue or pull request as a whole, or in a thread on a line of a change. */
const commentSchema = z.object({ kind: z.enum(['issue', 'review']), id: z.int().positive() });

/**
 * Everything that the app can be asked to do, by a webhook or a click. A command is plain data: it
 * is written down before GitHub's delivery is acknowledged, and carried out by a worker later. Text
 * that people wrote is in it only as far as it is an instruction.
 */
export const commandSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('review-pull-request'),
    ...common,
    pull: numberSchema,
    /** The head when the event happened; a newer one is reviewed in its place. */
    head: shaSchema,
    reason: z.enum(['opened', 'pushed', 'retargeted', 'ready', 'labeled', 'asked', 'rerun']),
  }),
  z.object({ kind: z.literal('abandon-review'), ...common, pull: numberSchema }),
  z.object({
    kind: z.literal('review-merge-group'),
    ...common,
    head: shaSchema,
    base: shaSchema,
    /** Such as `refs/heads/gh-readonly-queue/main/pr-1-…`. */
    ref: z.string().max(500),
  }),
  z.object({
    kind: z.literal('follow-instruction'),
    ...common,
    /** The issue or pull request that was commented on. */
    number: numberSchema,
    isPull: z.boolean(),
    comment: commentSchema,
    user: userSchema,
    instruction: instructionSchema,
  }),
  z.object({
    kind: z.literal('answer-question'),
    ...common,
    pull: numberSchema,
    /** The comment with the question, and the first one of its thread. */
    comment: z.int().positive(),
    thread: z.int().positive(),
    user: userSchema,
  }),
  /** Migrate a function, or go on with a pull request that does. */
  z.object({
    kind: z.literal('migrate-function'),
    ...common,
    function: functionIdSchema,
    reason: z.enum(['asked', 'retried', 'ticked', 'scheduled', 'base-moved']),
    /** Whether what it needs comes first, each pull request on top of the other. */
    stack: z.boolean(),
    /** Where to answer; missing where no comment asked. */
    asked: z
      .object({
        number: numberSchema,
        isPull: z.boolean(),
        comment: commentSchema,
        user: userSchema,
        /** Whether the comment asked for others as well: each has an answer of its own. */
        isOneOfMany: z.boolean(),
      })
      .optional(),
    /** When it was asked for: a later stop ends it. ISO 8601. */
    created: z.iso.datetime(),
  }),
  /** Begin the next functions, since the schedule of the repository says that it is time. */
  z.object({ kind: z.literal('migrate-scheduled'), ...common, created: z.iso.datetime() }),
  /** Look for what is open in a repository that the App can reach from now on, or may do more in. */
  z.object({
    kind: z.literal('look-at-repository'),
    ...common,
    /** Whether nothing is left of what was in work, if anything was. */
    isNew: z.boolean(),
  }),
  /** A pull request from a branch of the migration was merged, or closed without. */
  z.object({
    kind: z.literal('migration-closed'),
    ...common,
    pull: numberSchema,
    branch: z.string().max(300),
    isMerged: z.boolean(),
  }),
  /** Bring the dashboard up to date, after whatever may have moved it. */
  z.object({
    kind: z.literal('update-dashboard'),
    ...common,
    edit: dashboardEditSchema.optional(),
    /** What has become of a function that was wanted. */
    news: dashboardNewsSchema.optional(),
    /** What was in work is not, any more: the database that knew of it is lost. */
    isAfterLoss: z.boolean().optional(),
  }),
  /** Look at what CI makes of a branch of the migration. */
  z.object({
    kind: z.literal('judge-migration'),
    ...common,
    branch: z.string().max(300),
    /** Whether a person wants it: then an agent may try once more. */
    isAsked: z.boolean(),
  }),
  /** See what the C program's own tests say of a function in Rust; or end that, where nothing is left of it. */
  z.object({
    kind: z.literal('link-migration'),
    ...common,
    branch: z.string().max(300),
    /** Whether a person wants it: then what was tested is tested once more. */
    isAsked: z.boolean(),
  }),
  /** A commit that is no migration, and may need the gate all the same: a pull request, or a merge group. */
  z.object({
    kind: z.literal('exempt-from-gate'),
    ...common,
    head: shaSchema,
    into: z.string().max(300),
    pull: numberSchema.optional(),
  }),
  /** The button of a check run. */
  z.object({
    kind: z.literal('explain-check'),
    ...common,
    head: shaSchema,
    checkRun: z.int().positive(),
    user: userSchema,
  }),
]);

export type Command = z.infer<typeof commandSchema>;

/** One member of the union by its name. */
export type CommandOf<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
