import * as z from 'zod';
import { syntaxReason, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { parseJson5 } from '../../parse-json5.ts';
import { TIERS } from '../model.ts';
import { webSearchSchema } from './web-search.ts';

const name = z.string().trim().min(1);
const positive = z.number().positive();
const whole = z.number().int().positive();
const price = z.number().nonnegative();

/**
 * Dollars per million tokens. Without `cached` and `written`, what the provider read from its cache and wrote
 * to it costs like the rest.
 */
const pricesSchema = z.strictObject({
  input: price,
  cached: price.optional(),
  written: price.optional(),
  output: price,
});

/** Fields of a request that Rustward sets itself. */
const OWN_FIELDS = [
  ...['model', 'messages', 'stream', 'stream_options', 'tools', 'response_format'],
  ...['input', 'instructions', 'system', 'previous_response_id', 'conversation'],
];

/** The languages in which models are asked, each by what is appended to the address. */
const INTERFACES = ['chat', 'responses', 'messages'] as const;

const parametersSchema = z
  .record(z.string(), z.unknown())
  .refine(
    (fields) => !OWN_FIELDS.some((field) => Object.hasOwn(fields, field)),
    `Rustward sets ${OWN_FIELDS.join(', ')} itself; remove them`,
  );

const baseUrlSchema = z.string().transform((text, context) => {
  const problem = baseUrlProblem(text);
  if (problem !== undefined) context.addIssue(problem);
  return text.replace(/\/+$/, '');
});

/** One model: where it is, what it costs, what it can do. */
export const modelEntrySchema = z
  .strictObject({
    /** The address that `/chat/completions`, `/responses` or `/messages` is appended to. */
    baseUrl: baseUrlSchema,
    /** By the provider, where it is one that is known. */
    interface: z.enum(INTERFACES).optional(),
    /** What Azure wants to have in the address of each request, as `api-version`. */
    apiVersion: z
      .string()
      .regex(/^[\w.-]+$/, 'is no version, such as 2025-04-01-preview')
      .optional(),
    /** The model's name at the provider. */
    model: name,
    /** At most one of these three. With none, no key is sent, as for a server of one's own. */
    key: name.optional(),
    keyVariable: name.optional(),
    keyFile: name.optional(),
    /** The header that the key is sent in. */
    keyHeader: z.enum(['authorization', 'api-key', 'x-api-key']).optional(),
    /** Tokens of question and answer together. */
    window: whole.min(2000).default(32_000),
    /** Tokens of one answer. */
    maxOutput: whole.min(16).default(8000),
    prices: pricesSchema.optional(),
    limits: z
      .strictObject({
        requestsPerMinute: positive.optional(),
        tokensPerMinute: positive.optional(),
        concurrent: whole.optional(),
      })
      .default({}),
    /** Tries of one call, before the next model has its turn. */
    attempts: whole.max(20).default(4),
    /** Seconds without a byte after which a try is given up. The runtime itself waits for 300. */
    silenceSeconds: positive.max(290).default(120),
    stream: z.boolean().default(true),
    /** Whether the provider knows `stream_options.include_usage`. */
    streamUsage: z.boolean().default(true),
    /** Whether it can hold an answer to a JSON Schema. */
    jsonSchema: z.boolean().default(false),
    /** Whether it knows `parallel_tool_calls`. */
    parallelToolCalls: z.boolean().default(false),
    /** Whether the messages interface is told to keep questions in the provider's cache. */
    promptCache: z.boolean().default(true),
    outputLimitField: z.enum(['max_tokens', 'max_completion_tokens']).optional(),
    /** Further fields of the request, such as `temperature`. */
    parameters: parametersSchema.default({}),
  })
  .refine(
    (entry) =>
      [entry.key, entry.keyVariable, entry.keyFile].filter((k) => k !== undefined).length < 2,
    'key, keyVariable and keyFile exclude each other; keep one',
  )
  .refine((entry) => entry.maxOutput < entry.window, {
    path: ['maxOutput'],
    error: 'must be below window, which question and answer share',
  });

const groupSchema = z
  .partialRecord(z.enum(TIERS), z.array(name).min(1))
  .refine((group) => Object.keys(group).length > 0, `needs one of ${TIERS.join(', ')}`);

const fileSchema = z.strictObject({
  /** The group that is used unless another one is asked for. */
  defaultGroup: name.optional(),
  models: z.record(name, modelEntrySchema),
  groups: z.record(name, groupSchema),
  /** By the model's name at the provider; `prices` of a model go first. */
  prices: z.record(name, pricesSchema).default({}),
  /** Where agents may search the web; nowhere when it is missing. */
  webSearch: webSearchSchema.optional(),
  /** For one call, all of its waiting, tries and models together. */
  timeoutSeconds: positive.max(86_400).optional(),
});

export type ModelEntry = z.infer<typeof modelEntrySchema>;
export type ModelGroup = z.infer<typeof groupSchema>;
export type Prices = z.infer<typeof pricesSchema>;
export type ModelsFile = z.infer<typeof fileSchema>;

/**
 * Parses a models file: JSON5.
 * @param file its path, for messages
 * @throws UsageError naming the file, the key, and what to do
 */
export function parseModelsFile(text: string, file: string): ModelsFile {
  let value: unknown;
  try {
    value = parseJson5(text);
  } catch (thrown) {
    throw new UsageError(`${file} is not JSON5: ${syntaxReason(thrown)}`);
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) throw new UsageError(`${file} is wrong: ${formatZodError(parsed.error)}`);
  checkNames(parsed.data, file);
  return parsed.data;
}

function checkNames({ models, groups, defaultGroup }: ModelsFile, file: string): void {
  for (const [group, tiers] of Object.entries(groups)) {
    for (const tier of TIERS) {
      const unknown = tiers[tier]?.find((wanted) => !Object.hasOwn(models, wanted));
      if (unknown === undefined) continue;
      const known = Object.keys(models).join(', ') || 'none';
      throw new UsageError(
        `${file} is wrong: at groups.${group}.${tier}: there is no model ${unknown}; models has ${known}`,
      );
    }
  }
  if (defaultGroup !== undefined && !Object.hasOwn(groups, defaultGroup)) {
    const known = Object.keys(groups).join(', ') || 'none';
    throw new UsageError(
      `${file} is wrong: at defaultGroup: there is no group ${defaultGroup}; groups has ${known}`,
    );
  }
}

function baseUrlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return `${JSON.stringify(text)} is no URL; write it with https://`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https://';
  if (url.username !== '' || url.password !== '') {
    return 'must hold no user or password; put the key into keyVariable';
  }
  if (url.searchParams.has('api-version'))
    return 'leave ?api-version= out; it goes into apiVersion';
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? or #';
  const [end] = /\/(chat\/completions|responses|messages)(?=\/?$)/.exec(url.pathname) ?? [];
  if (end !== undefined) return `leave ${end} out`;
  return undefined;
}
