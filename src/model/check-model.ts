import { ModelError, messageOf } from '../errors.ts';
import { NO_CACHE } from './calls/call-cache.ts';
import type { Clock } from './clock.ts';
import type { ModelSettings } from './configuration/settings.ts';
import { configuredModel } from './configured-model.ts';
import type { Budget } from './cost/budget.ts';
import { Ledger, type LedgerSum } from './cost/ledger.ts';
import { loadPrompt } from './prompts/load-prompt.ts';
import { renderPrompt } from './prompts/render-prompt.ts';
import { openProvider } from './provider/open-provider.ts';
import { redactedProvider } from './provider/redacted-provider.ts';
import type { Redact } from './redaction/redact.ts';

/** Milliseconds for the whole call. */
const TIMEOUT = 60_000;

/** Whether a model answers, and what it took to find out; `problem` is one line. */
export interface ModelCheck {
  readonly model: string;
  readonly problem?: string;
  readonly took: LedgerSum;
}

/** Asks one model a short question, once, without a cache or another model to fall back on. */
export async function checkModel(
  settings: ModelSettings,
  { clock, budget, redact }: { clock: Clock; budget: Budget; redact: Redact },
): Promise<ModelCheck> {
  const ledger = new Ledger();
  const once = { ...settings, attempts: 1 };
  const model = configuredModel(
    { tiers: { cheap: [once], normal: [once], smart: [once] }, timeout: TIMEOUT },
    {
      ...{ clock, ledger, budget, cache: NO_CACHE },
      connect: (one) => redactedProvider(openProvider(one, clock), redact),
    },
  );
  const { role, messages } = renderPrompt(loadPrompt('doctor'), {});
  const conversation = { role, subject: settings.name, turn: 0 };
  try {
    await model.ask({ tier: 'cheap', conversation, messages });
    return { model: settings.name, took: ledger.total() };
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    return { model: settings.name, problem: messageOf(thrown), took: ledger.total() };
  }
}
