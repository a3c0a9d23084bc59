import type { Clock } from '../clock.ts';
import type { ModelSettings } from '../configuration/settings.ts';
import type { Provider } from '../provider/provider.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { RateLimit } from './rate-limit.ts';

/** A model that can be called, with what all calls to it share, whatever their tier. */
export interface ModelEndpoint {
  readonly settings: ModelSettings;
  readonly provider: Provider;
  readonly breaker: CircuitBreaker;
  readonly limit: RateLimit;
}

export function openEndpoint(
  settings: ModelSettings,
  provider: Provider,
  clock: Clock,
): ModelEndpoint {
  const breaker = new CircuitBreaker(clock);
  return { settings, provider, breaker, limit: new RateLimit(settings.limits, clock) };
}
