import type { AgentLimits } from '../../agent/agent-budget.ts';
import type {
  Caps,
  ModelConfiguration,
  ModelSettings,
} from '../../model/configuration/settings.ts';
import { priceOf } from '../../model/cost/price.ts';
import type { MeasuredQuestion } from '../../model/measuring-model.ts';
import type { Tier } from '../../model/model.ts';
import { count, digits } from '../../security/report/count.ts';

/** Tokens, and dollars where each model that would be asked has a price. */
interface Bound {
  readonly tokens: number;
  readonly dollars: number | undefined;
}

/** What a review would ask models, before it does. */
export interface Estimate {
  readonly questions: readonly {
    readonly role: string;
    readonly tier: Tier;
    /** The first one that is tried, by its name in the configuration. */
    readonly model: string;
    readonly count: number;
    readonly tokens: number;
  }[];
  /** The questions that are known, each asked once, without an answer. */
  readonly least: Bound;
  /** Each of these conversations as long as it may get, and each group that is analysed verified as well: no cap. */
  readonly most: Bound;
  /** What the configuration lets a run use, whatever comes. */
  readonly caps: Caps;
}

/** What a review is made of that has an end of its own. */
interface ReviewLimits {
  /** Of one conversation. */
  readonly limits: Pick<AgentLimits, 'turns' | 'tokens'>;
  /** Whether what the analyst derives goes to a verifier. */
  readonly verify: boolean;
}

/** The role whose answers a verifier is asked about. */
const ANALYST = 'analyst';

/** What questions come to, which are known, and what may follow from them at most. */
export function estimateOf(
  asked: readonly MeasuredQuestion[],
  { tiers, caps }: Pick<ModelConfiguration, 'tiers' | 'caps'>,
  { limits, verify }: ReviewLimits,
): Estimate {
  const modelOf = (tier: Tier): ModelSettings | undefined => tiers[tier][0];
  const groups = Map.groupBy(asked, ({ role, tier }) => `${role} ${tier}`);
  const questions = [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { role, tier } = first;
    const model = modelOf(tier)?.name ?? '';
    return [
      { role, tier, model, count: own.length, tokens: sumOf(own.map(({ tokens }) => tokens)) },
    ];
  });
  const least = questions.map(({ tier, tokens }) => bound(modelOf(tier), tokens, 0));
  const most = questions.map(({ role, tier, count: asked }) => {
    const model = modelOf(tier);
    const conversations = verify && role === ANALYST ? 2 * asked : asked;
    const output = Math.min(limits.tokens, limits.turns * (model?.maxOutput ?? 0));
    return bound(model, conversations * (limits.tokens - output), conversations * output);
  });
  return { questions, least: add(least), most: add(most), caps };
}

function bound(model: ModelSettings | undefined, input: number, output: number): Bound {
  const prices = model?.prices;
  const dollars = prices && priceOf({ input, cached: 0, output }, prices);
  return { tokens: input + output, dollars };
}

function add(bounds: readonly Bound[]): Bound {
  const known = bounds.flatMap(({ dollars }) => (dollars === undefined ? [] : [dollars]));
  return {
    tokens: sumOf(bounds.map(({ tokens }) => tokens)),
    dollars: known.length === bounds.length ? sumOf(known) : undefined,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The estimate as data for other programs. */
export function estimateJson({ questions, least, most, caps }: Estimate): string {
  const boundKeys = ({ tokens, dollars }: Bound) => ({ tokens, dollars: dollars ?? null });
  const { cost, monthCost, tokens } = caps;
  const data = {
    questions,
    least: boundKeys(least),
    most: boundKeys(most),
    caps: {
      dollars: cost ?? null,
      dollars_of_month: monthCost ?? null,
      tokens: tokens ?? null,
    },
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}

/** The estimate for people. */
export function estimateText({ questions, least, most, caps }: Estimate): string {
  if (questions.length === 0)
    return 'No model was asked. No model would be: nothing is left to examine.\n';
  const lines = questions.map(
    ({ role, model, count: asked, tokens }) =>
      `${role.padEnd(12)} ${count(asked, 'question')} of ${digits(tokens)} tokens to ${model}`,
  );
  return `${[
    'No model was asked. A review would begin with:',
    ...lines.map((line) => `  ${line}`),
    `From  ${boundText(least)}: each question once, without the answer.`,
    `To    ${boundText(most)}: each conversation to its own limit, and what is analysed verified as well.`,
    'What models claim themselves comes on top, and is not known before they answer.',
    capsText(caps),
  ].join('\n')}\n`;
}

function boundText({ tokens, dollars }: Bound): string {
  const price = dollars === undefined ? 'price unknown' : `$${dollars.toFixed(4)}`;
  return `${digits(tokens)} tokens, ${price}`;
}

function capsText({ cost, monthCost, tokens }: Caps): string {
  const caps = [
    ...(cost === undefined ? [] : [`$${cost}`]),
    ...(monthCost === undefined ? [] : [`$${monthCost} a month`]),
    ...(tokens === undefined ? [] : [`${digits(tokens)} tokens`]),
  ];
  if (caps.length === 0)
    return 'No cap is set: --max-cost and --max-tokens end a run before it takes more.';
  return `The cap is ${caps.join(' and ')}: a run ends before it takes more.`;
}
