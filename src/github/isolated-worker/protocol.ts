import * as z from 'zod';
import { reportSchema } from '../../security/report/report-schema.ts';
import { findingSettingsSchema } from '../../security/selection/finding-settings.ts';
import { gateSettingsSchema } from '../../security/selection/measure-gate.ts';
import { suppressionEntrySchema } from '../../security/selection/suppression-file.ts';
import { shaSchema } from '../commands/command.ts';
import { filePathSchema, functionNameSchema } from '../commands/function-id.ts';

/** What every request says. */
const common = {
  /** The folder with the head checked out. */
  root: z.string(),
  /** Where the result goes: outside of the root. */
  outputFolder: z.string(),
  cacheFolder: z.string(),
  maxMinutes: z.number().positive(),
  maxCost: z.number().positive().optional(),
  maxTokens: z.int().positive().optional(),
};

/** How C and C++ is compiled, as the configuration says; paths are relative to the root. */
const buildSchema = z.strictObject({
  define: z.array(z.string()),
  undefine: z.array(z.string()),
  include: z.array(z.string()),
  target: z.string().optional(),
  compileCommands: z.array(z.string()).optional(),
});

/** What maintainers note for every question: of the base, never of the head. Text of a repository. */
const notesSchema = z
  .strictObject({
    text: z.string().max(20_000),
    cut: z.array(z.string().max(1000)).max(10).readonly(),
  })
  .optional();

/** Memories that runs on a repository share. The folders are the App's own. */
const memorySchema = z.strictObject({
  kind: z.literal('shared'),
  /** That of the repository, and whether this run may add to it. */
  repository: z.string(),
  learns: z.boolean(),
  /** That of the installation: what its operator has noted for all repositories. */
  installation: z.string(),
});

/** What a task about a finding says besides. */
const aboutFinding = {
  exclude: z.array(z.string()),
  build: buildSchema,
  notes: notesSchema,
  /** From the report of the review. */
  finding: reportSchema.shape.candidates.element,
};

/** What a task of a migration says besides; its root is in a git repository. */
const aboutMigration = {
  head: shaSchema,
  /** The folder of the project, relative to the root, and that of the crate, relative to the project. */
  project: z.union([z.literal('.'), filePathSchema]),
  crate: filePathSchema,
};

/** Of the log that goes to an agent. */
export const MAX_LOG_CHARACTERS = 40_000;

/**
 * What the isolated worker is asked to do, as one line of JSON on its standard input. Nothing in it is a
 * secret. Text of a change or of comments is in it only where a field says so.
 */
export const workerRequestSchema = z.discriminatedUnion('task', [
  z.strictObject({
    task: z.literal('review'),
    ...common,
    /** Git knows it in the root. */
    base: z.string(),
    /** Where the review keeps what later ones use: outside of the root. */
    stateFolder: z.string(),
    memory: memorySchema,
    exclude: z.array(z.string()),
    build: buildSchema,
    notes: notesSchema,
    minConfidence: z.number().min(0).max(1),
    /** Of a processor, for one look at a file. */
    maxFileSeconds: z.number().positive().optional(),
    findingSettings: z.array(findingSettingsSchema),
    gate: gateSettingsSchema,
    /** Whether what the base has as well is reported too. */
    includeExisting: z.boolean(),
    /** Whether findings that stand are run. */
    reproduce: z.boolean(),
    /** SARIF of other scanners for the head: text that anyone may have written. */
    imports: z.array(z.string()).max(200),
    /** What was settled on the base and by comment, in place of what the head says. */
    suppressions: z.array(suppressionEntrySchema),
    strangersChange: z.boolean(),
    /** Files that could not be fetched. */
    leftOut: z.array(z.object({ file: z.string(), reason: z.string(), failed: z.boolean() })),
  }),
  /** Has an agent fix a finding: see `fixPlanSchema`. */
  z.strictObject({ task: z.literal('fix'), ...common, ...aboutFinding }),
  /** Has a model answer a question about a finding: see `answerSchema`. */
  z.strictObject({
    task: z.literal('answer'),
    ...common,
    ...aboutFinding,
    /** Where reviews of the pull request keep what they learn. */
    stateFolder: z.string(),
    memory: memorySchema,
    /** The messages are text of strangers. */
    thread: z
      .array(z.object({ from: z.enum(['reviewer', 'maintainer']), text: z.string().max(8000) }))
      .max(20),
  }),
  /** Lists the functions of a C project and how far they are migrated: see `surveySchema`. */
  z.strictObject({ task: z.literal('survey'), ...common, ...aboutMigration }),
  /** Lays the crate out where there is none, else migrates a step: see `migrationPlanSchema`. */
  z.strictObject({
    task: z.literal('migrate'),
    ...common,
    ...aboutMigration,
    /** What the repository is called: the name of the crate where no plan names another. */
    name: z.string().max(100),
    /** The functions of the step, by their ids in the survey. */
    only: z.array(z.string().min(1).max(600)).min(1).max(200),
    maxRestarts: z.int().min(0).max(5),
    /** Missing in the Action, which keeps none. */
    memory: memorySchema.optional(),
    /** A commit, which git knows, that has them migrated on another base: no model is asked. */
    earlier: shaSchema.optional(),
  }),
  /** Has the C program call functions that are in Rust, and runs its tests: see `linkVerdictSchema`. */
  z.strictObject({
    task: z.literal('link'),
    ...common,
    ...aboutMigration,
    /** Their files are relative to the repository; any that has the name where no file is given. */
    functions: z
      .array(z.strictObject({ name: functionNameSchema, file: filePathSchema.optional() }))
      .min(1)
      .max(50),
  }),
  /** Has an agent repair a migrated function after a failure of CI: see `repairPlanSchema`. */
  z.strictObject({
    task: z.literal('repair'),
    ...common,
    ...aboutMigration,
    /** Where the branch begins: git knows it in the root. */
    base: shaSchema,
    /** What the branch is for: see `parseBranch`. */
    function: z.strictObject({ name: functionNameSchema, file: z.string().optional() }),
    /** Text of strangers. */
    log: z.string().min(1).max(MAX_LOG_CHARACTERS),
    memory: memorySchema,
    round: z.int().positive(),
  }),
]);

export type WorkerRequest = z.infer<typeof workerRequestSchema>;

export type WorkerTask = WorkerRequest['task'];

type RequestByTask = { readonly [Task in WorkerTask]: Extract<WorkerRequest, { task: Task }> };

/** A request for one task. */
export type WorkerRequestFor<Task extends WorkerTask> = RequestByTask[Task] & {
  readonly task: Task;
};

/** Of a model, a role or a tool. */
export const MAX_NAME_CHARACTERS = 200;
export const MAX_NOTE_CHARACTERS = 300;
export const MAX_FAILURE_CHARACTERS = 2000;

/** What the isolated worker says, one JSON object a line on its standard output. */
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    stage: z.string().max(40),
    done: z.int().nonnegative(),
    total: z.int().nonnegative(),
  }),
  /** What is being done, on one line. Names of the repository are in it. */
  z.object({ kind: z.literal('note'), text: z.string().max(MAX_NOTE_CHARACTERS) }),
  /** A call of a model has ended. */
  z.object({
    kind: z.literal('call'),
    role: z.string().max(MAX_NAME_CHARACTERS),
    model: z.string().max(MAX_NAME_CHARACTERS),
    source: z.enum(['provider', 'cache', 'replay']),
    usage: z.object({
      ...{ input: z.number().nonnegative(), cached: z.number().nonnegative() },
      ...{ output: z.number().nonnegative(), estimated: z.boolean() },
    }),
    /** Dollars, where the price is known. */
    cost: z.number().nonnegative().nullable(),
    billed: z.boolean(),
    milliseconds: z.number().nonnegative(),
    failureKind: z.string().max(MAX_NAME_CHARACTERS).optional(),
  }),
  /** A call of a tool by an agent has ended. */
  z.object({
    kind: z.literal('tool'),
    tool: z.string().max(MAX_NAME_CHARACTERS).optional(),
    ok: z.boolean(),
    milliseconds: z.number().nonnegative(),
  }),
  /** The result is in the output folder: see `WORKER_RESULTS`. */
  z.object({
    kind: z.literal('done'),
    seconds: z.number().nonnegative(),
    /** What models were asked; `unpriced` calls are not in the dollars. */
    costs: z.object({
      dollars: z.number().nonnegative(),
      calls: z.int().nonnegative(),
      unpriced: z.int().nonnegative(),
    }),
    /** What a person should know and the result does not say, one line each. */
    warnings: z.array(z.string()),
  }),
  /** It could not be done: for a reason that a person can act on. */
  z.object({ kind: z.literal('failed'), message: z.string().max(MAX_FAILURE_CHARACTERS) }),
]);

export type WorkerMessage = z.infer<typeof workerMessageSchema>;

/** What a task took. */
export type WorkerUsage = Omit<Extract<WorkerMessage, { kind: 'done' }>, 'kind'>;
