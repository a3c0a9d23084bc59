import * as z from 'zod';
import { SEVERITIES } from '../../security/candidates/candidate.ts';
import { platformOf } from '../../security/scan/build/platform.ts';
import { macroOfFlag } from '../../security/scan/build/unit-flags.ts';
import { ruleLevelSchema } from '../../security/selection/finding-settings.ts';

/** Where a repository's configuration is. It is never read from the head of a change. */
export const CONFIGURATION_FILE = '.github/rustward.yml';

/** The repository of an organisation, or of a person, whose file counts for all of theirs; and how it is called. */
export const ORGANISATION_REPOSITORY = '.github';
export const ORGANISATION_FILE = `${CONFIGURATION_FILE} of the repository ${ORGANISATION_REPOSITORY}`;

/** How a line of that file is called. */
export function organisationPlace(line: number | undefined): string {
  const place = line === undefined ? CONFIGURATION_FILE : `${CONFIGURATION_FILE}:${line}`;
  return `${place} of the repository ${ORGANISATION_REPOSITORY}`;
}

/** A text of the repository that people read, such as `AGENTS.md` or `docs/review.md`. */
const noteFile = z
  .string()
  .max(200)
  .regex(
    /^[.]?[A-Za-z0-9_][\w-]*(?:[.][\w-]+)*(?:\/[.]?[A-Za-z0-9_][\w-]*(?:[.][\w-]+)*)*[.](?:md|txt)$/,
    'not the path of a text below the repository, such as docs/review.md',
  );

/** A rule, or one of another scanner, as reports name it, or several. */
export const ruleName = z
  .string()
  .regex(
    /^(?:[A-Za-z][\w.:/-]{0,99}|[*])$/,
    'not the id of a rule, such as unsafe_api, nor CWE-416, category:crypto or *',
  );

const ruleLevels = z
  .record(ruleName, ruleLevelSchema)
  .default({})
  .describe(
    'By the id of a rule, or CWE-416, category:crypto or *: off, or the severity that its findings have at most.',
  );

/** A folder below another one, such as `.` or `libs/archive`; none that leads out, or is hidden. */
const folder = z
  .string()
  .max(200)
  .regex(
    /^(?:[.]|[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*)$/,
    'not a plain path below the repository, such as libs/archive',
  );

const folderSection = z.strictObject({
  path: folder.describe('The folder, below the repository.'),
  severity: ruleLevels,
  min_confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Leave out what is less sure in this folder.'),
  generated: z
    .enum(['report', 'suppress'])
    .optional()
    .describe('What becomes of findings in generated files of this folder.'),
});

const reviewSection = z.strictObject({
  enabled: z.boolean().default(true).describe('Whether changes are reviewed at all.'),
  drafts: z
    .boolean()
    .default(false)
    .describe('Whether a draft is reviewed before it is ready or has the label `rustward`.'),
  fail_on: z
    .enum([...SEVERITIES, 'none'])
    .default('high')
    .describe('The lowest severity of a finding that fails the check.'),
  fail_above: z
    .record(ruleName, z.int().min(0).max(100_000))
    .default({})
    .describe(
      'By a severity, the id of a rule, or CWE-416, category:crypto or *: so many introduced findings are allowed, and more fail the check.',
    ),
  min_confidence: z
    .number()
    .min(0)
    .max(1)
    .default(0.4)
    .describe('Leave out what is less sure than this, from 0 to 1.'),
  rate_as_new: z
    .boolean()
    .default(false)
    .describe('Whether no finding is ranked lower for the size of a tree that is scanned whole.'),
  include_existing: z
    .boolean()
    .default(false)
    .describe('Whether what the base has as well is listed too. It fails nothing.'),
  reproduce: z
    .boolean()
    .default(true)
    .describe(
      'Whether findings in C and C++ are run in the sandbox, by drivers that a machine or a model writes.',
    ),
  publish: z
    .enum(['github', 'log'])
    .default('github')
    .describe(
      'Where the App says what a review found: on GitHub, or in its own log alone, to try it out.',
    ),
  details: z
    .enum(['public', 'private'])
    .default('public')
    .describe(
      'Whether comments and checks say what was found, or only how much, with a link to code scanning.',
    ),
  settle: z
    .enum(['record', 'commit'])
    .default('record')
    .describe(
      'Whether what people settle by comment is also committed to the branch of the pull request.',
    ),
  max_comments: z
    .int()
    .min(0)
    .max(50)
    .default(15)
    .describe('The most comments on lines for one push. Further findings are in the summary.'),
  severity: ruleLevels,
  generated: z
    .enum(['report', 'suppress'])
    .default('report')
    .describe(
      'What becomes of findings in files that say at their beginning that a program wrote them.',
    ),
  folders: z
    .array(folderSection)
    .max(200)
    .default([])
    .describe('What counts in a folder and below it instead; the deepest folder decides.'),
  exclude: z
    .array(z.string().min(1).max(200))
    .max(200)
    .default([])
    .describe('Files to leave out, each as a line of a .gitignore would say it.'),
  languages: z
    .array(z.enum(['c', 'cpp', 'rust']))
    .min(1)
    .default(['c', 'cpp', 'rust'])
    .describe('The languages to examine.'),
  import_results: z
    .array(z.string().regex(/^[\w][\w .+()-]{0,99}$/, 'not the name of a tool, such as CodeQL'))
    .max(5)
    .default([])
    .describe(
      'Scanners whose results for the commit are taken in, by their names in code scanning.',
    ),
  notes: z
    .string()
    .max(4000)
    .default('')
    .describe(
      'What every question to a model about a change says besides, such as what is trusted.',
    ),
  notes_files: z
    .array(noteFile)
    .max(5)
    .default(['AGENTS.md'])
    .describe('Files of the base whose text goes with these notes, where they are there.'),
});

const buildSection = z.strictObject({
  define: z
    .array(
      z
        .string()
        .max(1000)
        .refine((text) => macroOfFlag(text) !== undefined, 'not NAME or NAME=VALUE'),
    )
    .max(500)
    .default([])
    .describe('Macros that the build defines, each as NAME or NAME=VALUE.'),
  undefine: z
    .array(z.string().regex(/^[A-Za-z_]\w{0,199}$/, 'not the name of a macro'))
    .max(500)
    .default([])
    .describe('Macros that the build does not define.'),
  include: z
    .array(folder)
    .max(200)
    .default([])
    .describe('Folders with headers, below the repository.'),
  target: z
    .string()
    .max(100)
    .refine((name) => platformOf(name) !== undefined, 'not known; x86_64-linux-gnu is one')
    .optional()
    .describe('What the code is compiled for, such as i686-linux-gnu.'),
  compile_commands: z
    .union([z.literal('none'), folder, z.array(folder).min(1).max(50)])
    .optional()
    .describe(
      'The list of compile commands, or several, of which all count, or `none`; else one in the root or in `build` counts.',
    ),
});

const budgetsSection = z.strictObject({
  max_cost: z
    .number()
    .positive()
    .optional()
    .describe('Dollars that the models of a review may cost.'),
  max_tokens: z.int().positive().optional().describe('Tokens that the models of a review may use.'),
  max_minutes: z
    .number()
    .positive()
    .max(10_000)
    .optional()
    .describe('Minutes after which models are asked nothing more.'),
  max_file_seconds: z
    .number()
    .positive()
    .max(3600)
    .optional()
    .describe(
      'Seconds of a processor that one look at a file may take, of which there are up to five: what is left of it then is not examined.',
    ),
});

const migrationSection = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether C functions are migrated to Rust on request.'),
  project: folder.default('.').describe('The folder of the C project, with its `.rustward`.'),
  crate: folder.default('rust').describe('The folder of the crate, below that of the project.'),
  dashboard: z
    .boolean()
    .default(true)
    .describe('Whether an issue shows how far the migration is. It comes with the first function.'),
  max_open: z
    .int()
    .min(1)
    .max(20)
    .default(3)
    .describe('The most pull requests of the migration that are open at once.'),
  begin_without_approval: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z\d](?:-?[A-Za-z\d]){0,38}$/, 'not the name of an account, such as octocat'),
    )
    .max(50)
    .default([])
    .describe('People who begin more than five functions at once without `/approve`.'),
  schedule: z
    .enum(['off', 'daily', 'weekly'])
    .default('off')
    .describe('How often the next functions are begun without being asked for.'),
  link: z
    .boolean()
    .default(true)
    .describe('Whether the C program’s own tests are run with what a pull request has in Rust.'),
  auto_merge: z
    .boolean()
    .default(false)
    .describe('Whether GitHub merges a pull request once its gate and all checks are green.'),
  max_ci_repairs: z
    .int()
    .min(0)
    .max(10)
    .default(3)
    .describe(
      'How often an agent repairs what the CI of the repository found, before it is blocked.',
    ),
});

const noticesSection = z.strictObject({
  findings: z.boolean().default(true).describe('Of new findings in a pull request that fails.'),
  gates: z.boolean().default(true).describe('Of gates of a migration that have come to their end.'),
  migrations: z
    .boolean()
    .default(true)
    .describe('Of functions that were migrated, or could not be.'),
});

/**
 * The schema of `.github/rustward.yml`. It names no model, address, key or program: who may change
 * the file must not be able to send code or money elsewhere, or to have something run.
 */
export const configurationSchema = z
  .strictObject({
    review: reviewSection.prefault({}).describe('What is reviewed, and what is said of it.'),
    build: buildSection
      .prefault({})
      .describe('How C and C++ is compiled: which code counts, and how wide types are.'),
    sarif: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe('Whether results go to code scanning; auto: where the repository has it.'),
    budgets: budgetsSection
      .prefault({})
      .describe('What a review may use. They lower what the server allows, and never raise it.'),
    migration: migrationSection
      .prefault({})
      .describe('What is migrated from C to Rust, and how many at once.'),
    notices: noticesSection
      .prefault({})
      .describe('What is told in the chats that who runs the App has set, where there are any.'),
  })
  .prefault({});

/** The files that settle what fails a review; missing for the defaults. */
export interface GateOrigins {
  readonly failOn?: string | undefined;
  readonly failAbove: Readonly<Record<string, string>>;
}

/** Where rules and folders are named, each as `file:line`, by the key of the place. */
export type Places = Readonly<Record<string, string>>;

export type Configuration = z.output<typeof configurationSchema> & {
  /** Where rules and folders are named; missing where none are. */
  readonly places?: Places;
  /** Where what fails a review was settled; missing where it is the default. */
  readonly origins?: GateOrigins;
};

/** The keys of each part of the file, `` being the top, for what says that one is unknown. */
export const CONFIGURATION_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['', ['review', 'build', 'sarif', 'budgets', 'migration', 'notices']],
  ['review', Object.keys(reviewSection.shape)],
  ['review.folders', Object.keys(folderSection.shape)],
  ['build', Object.keys(buildSection.shape)],
  ['budgets', Object.keys(budgetsSection.shape)],
  ['migration', Object.keys(migrationSection.shape)],
  ['notices', Object.keys(noticesSection.shape)],
]);

/** What counts where there is no file. */
export const DEFAULT_CONFIGURATION: Configuration = configurationSchema.parse({});
