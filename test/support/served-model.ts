import { type CallCache, NO_CACHE } from '../../src/model/calls/call-cache.ts';
import { Secret } from '../../src/model/configuration/secret.ts';
import type { Caps, ModelSettings } from '../../src/model/configuration/settings.ts';
import { configuredModel } from '../../src/model/configured-model.ts';
import { Budget } from '../../src/model/cost/budget.ts';
import { Ledger } from '../../src/model/cost/ledger.ts';
import type { Message, ModelRequest, ToolDescription } from '../../src/model/model.ts';
import { httpProvider } from '../../src/model/provider/http-provider.ts';
import { redactedProvider } from '../../src/model/provider/redacted-provider.ts';
import { redactor } from '../../src/model/redaction/redact.ts';
import { fakeClock } from '../fakes/fake-clock.ts';
import type { ModelServer } from '../fakes/open-model-server.ts';

/** A key as a provider would give it out. */
export const KEY = 'sk-test-0123456789abcdefghijklmnop';

/** Settings of a model that costs $1 and $2 per million tokens. */
export function settings(changes: Partial<ModelSettings> = {}): ModelSettings {
  return {
    name: 'first',
    key: new Secret(KEY),
    prices: { input: 1, cached: 0.1, output: 2 },
    silence: 60_000,
    ...{ interface: 'chat', keyHeader: 'authorization', outputLimitField: 'max_tokens' },
    ...{ apiVersion: undefined, promptCache: true },
    attempts: 4,
    baseUrl: 'http://127.0.0.1:9/v1',
    jsonSchema: false,
    limits: {},
    maxOutput: 1000,
    model: 'first-model',
    parallelToolCalls: false,
    parameters: {},
    stream: true,
    streamUsage: true,
    window: 10_000,
    ...changes,
  };
}

interface ServedOptions {
  readonly models?: readonly Partial<ModelSettings>[];
  readonly caps?: Caps;
  readonly timeout?: number;
  readonly cache?: CallCache;
  readonly clock?: ReturnType<typeof fakeClock>;
}

/** The real client, with a clock that nobody waits for. The models are those of the servers. */
export function servedModel(
  servers: readonly Pick<ModelServer, 'baseUrl'>[],
  options: ServedOptions = {},
) {
  const clock = options.clock ?? fakeClock();
  const ledger = new Ledger();
  const list = servers.map(({ baseUrl }, index) => {
    const name = ['first', 'second', 'third'][index] ?? `model ${index}`;
    return settings({ name, model: `${name}-model`, baseUrl, ...options.models?.[index] });
  });
  const tiers = { cheap: list, normal: list, smart: list };
  const model = configuredModel(
    { tiers, timeout: options.timeout ?? 600_000 },
    {
      clock,
      ledger,
      budget: new Budget(options.caps ?? {}),
      cache: options.cache ?? NO_CACHE,
      connect: (one) => redactedProvider(httpProvider(one, clock), redactor([KEY])),
    },
  );
  return { model, ledger, clock };
}

export const TOOL: ToolDescription = {
  name: 'read_code',
  description: 'Reads lines of a file.',
  parameters: { type: 'object', properties: { line: { type: 'integer' } } },
};

/** A question, the first of its conversation unless told otherwise. */
export function question(changes: Partial<ModelRequest> = {}): ModelRequest {
  const messages: Message[] = [
    { role: 'system', content: 'You answer.' },
    { role: 'user', content: 'What is it?' },
  ];
  return {
    tier: 'normal',
    conversation: { role: 'tester', subject: 'a.c', turn: 0 },
    messages,
    ...changes,
  };
}
