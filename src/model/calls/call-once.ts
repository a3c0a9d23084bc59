import { messageOf } from '../../errors.ts';
import type { Clock } from '../clock.ts';
import type { Amount, Budget } from '../cost/budget.ts';
import type { Ledger, LedgerEntry } from '../cost/ledger.ts';
import { priceOf } from '../cost/price.ts';
import { estimateRequest, estimateTokens } from '../cost/token-estimate.ts';
import type { ModelRequest, TokenUsage } from '../model.ts';
import type { Completion } from '../provider/provider.ts';
import { ProviderFailure } from '../provider/provider-failure.ts';
import type { ModelEndpoint } from './endpoint.ts';

/** Tokens that an answer needs to be worth the call. */
const MIN_ANSWER_TOKENS = 256;

/** Tables of numbers and the like have more tokens than the estimate says; a cap must hold. */
const CAP_MARGIN = 1.5;

const UNUSED: TokenUsage = { input: 0, cached: 0, output: 0, estimated: false };

/** What calls write to and draw on. */
export interface CallAccounting {
  readonly clock: Clock;
  readonly budget: Budget;
  readonly ledger: Ledger;
}

/** A completion whose tokens are known, if only by estimate. */
export interface CountedCompletion extends Completion {
  readonly usage: TokenUsage;
}

/** The tokens that an answer of this model to this request may have. */
export function outputLimit(request: ModelRequest, { settings }: ModelEndpoint): number {
  const room = settings.window - estimateRequest(request);
  return Math.min(request.maxOutputTokens ?? settings.maxOutput, settings.maxOutput, room);
}

/**
 * Calls one model once, when its limits and the budget let it, and books what that took. A call
 * that fails after it has begun is booked too: providers bill what they have done.
 * @throws ProviderFailure; ModelError when the budget has no room; the signal's reason
 */
export async function callOnce(
  endpoint: ModelEndpoint,
  request: ModelRequest,
  { clock, budget, ledger }: CallAccounting,
  signal: AbortSignal,
  onText: (text: string) => void,
): Promise<CountedCompletion> {
  const { settings } = endpoint;
  const input = estimateRequest(request);
  const output = outputLimit(request, endpoint);
  if (
    output <
    Math.min(MIN_ANSWER_TOKENS, settings.maxOutput, request.maxOutputTokens ?? MIN_ANSWER_TOKENS)
  ) {
    throw new ProviderFailure(
      'too-long',
      `has a window of ${settings.window} tokens, and the question takes about ${input}`,
    );
  }
  const amount = (usage: TokenUsage): Amount => ({
    tokens: usage.input + usage.output,
    cost: settings.prices === undefined ? 0 : priceOf(usage, settings.prices),
  });
  let started = 0;
  const entry = (usage: TokenUsage, cost: number | undefined, failure?: string): LedgerEntry => {
    const { conversation, tier } = request;
    const milliseconds = clock.now() - started;
    const call = { conversation, tier, model: settings.name, usage, cost, milliseconds, failure };
    return { ...call, source: 'provider' };
  };
  const priced = (usage: TokenUsage) =>
    settings.prices === undefined ? undefined : amount(usage).cost;
  const mostInput = Math.ceil(input * CAP_MARGIN);
  // Writing to a provider's cache costs more than reading nothing from it.
  const dearer = (settings.prices?.written ?? 0) > (settings.prices?.input ?? 0);
  const written = dearer ? mostInput : 0;
  const most = { input: mostInput, cached: 0, written, output, estimated: true };
  const admission = await endpoint.limit.admit(input + output, signal);
  let used = UNUSED;
  try {
    const reservation = await budget.reserve(amount(most), signal);
    let received = '';
    started = clock.now();
    try {
      const completion = await endpoint.provider.complete(
        { ...request, maxOutputTokens: output },
        signal,
        (text) => {
          received += text;
          onText(text);
        },
      );
      used = completion.usage ?? {
        ...{ input, cached: 0, output: estimateTokens(answerText(completion)), estimated: true },
      };
      ledger.add(entry(used, priced(used)));
      return { ...completion, usage: used };
    } catch (thrown) {
      const kind = thrown instanceof ProviderFailure ? thrown.kind : 'ended';
      if (hasBegun(thrown)) {
        used = { input, cached: 0, output: estimateTokens(received), estimated: true };
        ledger.add(entry(used, priced(used), messageOf(thrown)), kind);
      } else ledger.addUnbilled(entry(UNUSED, 0, messageOf(thrown)), kind);
      throw thrown;
    } finally {
      reservation.settle(amount(used));
    }
  } finally {
    admission.end(used.input + used.output);
  }
}

/** Whether the provider may bill a call that failed: not when it said no, or never heard of it. */
function hasBegun(thrown: unknown): boolean {
  return !(thrown instanceof ProviderFailure) || thrown.received !== undefined;
}

function answerText({ content, toolCalls }: Completion): string {
  return toolCalls.reduce((text, call) => text + call.name + call.arguments, content);
}
