import * as z from 'zod';
import { syntaxReason, UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import { parseJson5 } from '../../parse-json5.ts';
import { TIERS } from '../model.ts';

const name = z.string().trim().min(1);
const positive = z.number().positive();
const whole = z.number().int().positive();
const price = z.number().nonnegative();

/** Dollars per million tokens. Without `cached`, what the provider cached costs like the rest. */
const pricesSchema = z.strictObject({
  input: price,
  cached: price.optional(),
  output: price,
});

/** Fields of a request that Rustward sets itself. */
const OWN_FIELDS = ['model', 'messages', 'stream', 'stream_options', 'tools', 'response_format'];

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
    /** The address that `/chat/completions` is appended to. */
    baseUrl: baseUrlSchema,
    /** The model's name at the provider. */
    model: name,
    /** At most one of these three. With none, no key is sent, as for a server of one's own. */
    key: name.optional(),
    keyVariable: name.optional(),
    keyFile: name.optional(),
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
  if (url.search !== '' || url.hash !== '') return 'must end with its path, without ? or #';
  if (/\/chat\/completions\/?$/.test(url.pathname)) return 'leave /chat/completions out';
  return undefined;
}
