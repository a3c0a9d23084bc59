import * as z from 'zod';
import { UsageError } from '../../errors.ts';
import { formatZodError } from '../../format-zod-error.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { TIERS } from '../model.ts';
import { MODEL_VARIABLES } from './model-variables.ts';
import { type ModelEntry, type ModelGroup, modelEntrySchema } from './models-file.ts';

const PREFIX = 'RUSTWARD_MODEL_';

/** Says what the models that variables describe cost. */
export const PRICES_VARIABLE = `${PREFIX}PRICES`;

type Variable = (typeof MODEL_VARIABLES)[number];

/** What the variables say, each as it is, and the models that they describe by themselves. */
export interface ModelEnvironment {
  readonly file: string | undefined;
  readonly group: string | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly maxCost: number | undefined;
  readonly maxMonthCost: number | undefined;
  readonly maxTokens: number | undefined;
  readonly cache: string | undefined;
  readonly describedModels: DescribedModels | undefined;
}

export interface DescribedModels {
  readonly models: Readonly<Record<string, ModelEntry>>;
  readonly group: ModelGroup;
}

const number = z.coerce.number('is no number').positive('must be above 0');

/**
 * Reads the variables `RUSTWARD_MODEL_*`. An empty one counts as missing.
 * @throws UsageError naming the variable and what to do
 */
export function parseModelEnvironment(env: ProcessEnvironment): ModelEnvironment {
  const set = new Map<Variable, string>();
  for (const [name, value = ''] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || value.trim() === '') continue;
    set.set(knownVariable(name), value.trim());
  }
  return {
    file: set.get('FILE'),
    group: set.get('GROUP'),
    timeoutSeconds: parseVariable(set, 'TIMEOUT', number),
    maxCost: parseVariable(set, 'MAX_COST', number),
    maxMonthCost: parseVariable(set, 'MAX_MONTH_COST', number),
    maxTokens: parseVariable(set, 'MAX_TOKENS', number.int('must be a whole number')),
    cache: set.get('CACHE'),
    describedModels: describedModels(set),
  };
}

function knownVariable(name: string): Variable {
  const variable = MODEL_VARIABLES.find((suffix) => name === `${PREFIX}${suffix}`);
  if (variable !== undefined) return variable;
  const names = MODEL_VARIABLES.map((suffix) => `${PREFIX}${suffix}`).join(', ');
  throw new UsageError(`there is no variable ${name}; known are ${names}`);
}

/** What says something of models that variables describe, and is a mistake without them. */
const BESIDE_A_MODEL = [
  ...(['KEY', 'WINDOW', 'MAX_OUTPUT', 'PRICES', 'INTERFACE', 'API_VERSION'] as const),
];

function describedModels(set: ReadonlyMap<Variable, string>): DescribedModels | undefined {
  const named = TIERS.flatMap((tier) => {
    const model = set.get(tierVariable(tier)) ?? set.get('NAME');
    return model === undefined ? [] : [{ tier, model }];
  });
  const baseUrl = set.get('BASE_URL');
  if (baseUrl === undefined && named.length === 0) {
    // With a models file these would look as if they changed it.
    const alone = BESIDE_A_MODEL.find((name) => set.has(name));
    if (alone === undefined) return undefined;
    throw new UsageError(
      `${PREFIX}${alone} is set without ${PREFIX}BASE_URL and ${PREFIX}NAME; set both, or unset it`,
    );
  }
  if (baseUrl === undefined) {
    throw new UsageError(`a model is named, but no provider; set ${PREFIX}BASE_URL`);
  }
  if (named.length === 0) throw new UsageError(`no model is named; set ${PREFIX}NAME`);
  const prices = parseVariable(set, 'PRICES', pricesList);
  const models: Record<string, ModelEntry> = {};
  const group: ModelGroup = {};
  for (const { tier, model } of named) {
    const entry = {
      baseUrl,
      model,
      ...(set.has('KEY') ? { keyVariable: `${PREFIX}KEY` } : {}),
      ...(set.has('WINDOW') ? { window: parseVariable(set, 'WINDOW', number) } : {}),
      ...(set.has('MAX_OUTPUT') ? { maxOutput: parseVariable(set, 'MAX_OUTPUT', number) } : {}),
      ...(set.has('INTERFACE') ? { interface: set.get('INTERFACE') } : {}),
      ...(set.has('API_VERSION') ? { apiVersion: set.get('API_VERSION') } : {}),
      ...(prices === undefined ? {} : { prices }),
    };
    const parsed = modelEntrySchema.safeParse(entry);
    if (!parsed.success) throw wrongEntry(parsed.error);
    models[model] = parsed.data;
    group[tier] = [model];
  }
  return { models, group };
}

/** What is wrong with a model that variables describe, under the variable's name. */
function wrongEntry(error: z.ZodError): UsageError {
  const [issue] = error.issues;
  const variable = FIELD_VARIABLES.get(issue?.path[0]);
  if (issue === undefined || variable === undefined) {
    return new UsageError(`${PREFIX}* is wrong: ${formatZodError(error)}`);
  }
  return new UsageError(`${PREFIX}${variable} is wrong: ${issue.message}`);
}

const FIELD_VARIABLES = new Map<PropertyKey | undefined, Variable>([
  ['baseUrl', 'BASE_URL'],
  ['window', 'WINDOW'],
  ['maxOutput', 'MAX_OUTPUT'],
  ['interface', 'INTERFACE'],
  ['apiVersion', 'API_VERSION'],
]);

function tierVariable(tier: (typeof TIERS)[number]): Variable {
  return ({ cheap: 'CHEAP', normal: 'NORMAL', smart: 'SMART' } as const)[tier];
}

const pricesList = z.string().transform((text, context) => {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length > 4 || numbers.length < 2 || numbers.some((price) => !(price >= 0))) {
    context.addIssue(
      'must be input,output or input,cached,output, such as 0.25,0.025,2, or input,cached,written,output',
    );
  }
  const [input = Number.NaN, ...rest] = numbers;
  const output = rest.pop() ?? Number.NaN;
  const [cached, written] = rest;
  return {
    input,
    ...(cached !== undefined && { cached }),
    ...(written !== undefined && { written }),
    output,
  };
});

function parseVariable<T>(
  set: ReadonlyMap<Variable, string>,
  variable: Variable,
  schema: z.ZodType<T>,
): T | undefined {
  const value = set.get(variable);
  if (value === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // The value of a key never reaches this: keys have no form that could be wrong.
  const shown = JSON.stringify(value);
  throw new UsageError(`${PREFIX}${variable} is ${shown}: ${formatZodError(parsed.error)}`);
}
