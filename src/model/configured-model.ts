import { ModelError } from '../errors.ts';
import { completeAnswer } from './answers/complete-answer.ts';
import { strictHistory } from './answers/history.ts';
import { askChain, type ChainDependencies, forgetChain } from './calls/ask-chain.ts';
import { withDeadline } from './calls/deadline.ts';
import { type ModelEndpoint, openEndpoint } from './calls/endpoint.ts';
import type { ModelConfiguration, ModelSettings } from './configuration/settings.ts';
import { type Model, TIERS, type Tier } from './model.ts';
import type { Provider } from './provider/provider.ts';

interface ConfiguredModelDependencies extends ChainDependencies {
  /** Connects to one model. */
  readonly connect: (settings: ModelSettings) => Provider;
}

/**
 * The models of a configuration as one: each call has its time, its list of models to fall back
 * on, and is asked until its answer is complete.
 */
export function configuredModel(
  { tiers, timeout }: Pick<ModelConfiguration, 'tiers' | 'timeout'>,
  deps: ConfiguredModelDependencies,
): Model {
  const { clock } = deps;
  const endpoints = new Map<string, ModelEndpoint>();
  for (const settings of TIERS.flatMap((tier) => tiers[tier])) {
    // Tiers that share a model share its limits and its circuit.
    if (endpoints.has(settings.name)) continue;
    endpoints.set(settings.name, openEndpoint(settings, deps.connect(settings), clock));
  }
  const endpointsOf = (tier: Tier) => tiers[tier].flatMap(({ name }) => endpoints.get(name) ?? []);
  return {
    window: (tier) => Math.min(...tiers[tier].map(({ window }) => window)),
    ask(request, options = {}) {
      const { signal, onStream } = options;
      const time = options.timeout ?? timeout;
      const deadline = clock.now() + time;
      const late = () => new ModelError('timeout', `no model answered within ${time / 1000} s`);
      const asked = endpointsOf(request.tier);
      return withDeadline(clock, time, signal, late, (both) =>
        completeAnswer(request, {
          call: (question) => askChain(asked, question, deps, { signal: both, deadline, onStream }),
          forget: (question) => forgetChain(asked, question, deps),
        }),
      );
    },
    forget(request) {
      const messages = strictHistory(request.messages);
      forgetChain(endpointsOf(request.tier), { ...request, messages }, deps);
    },
  };
}
