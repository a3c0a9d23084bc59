import type { Prices } from '../configuration/models-file.ts';
import type { TokenUsage } from '../model.ts';

const MILLION = 1_000_000;

/** Dollars for a number of tokens. What the provider read from its own cache, or wrote to it, has its own price. */
export function priceOf(usage: Omit<TokenUsage, 'estimated'>, prices: Prices): number {
  const { input, cached, written = 0, output } = usage;
  const fresh = (input - cached - written) * prices.input;
  const kept =
    cached * (prices.cached ?? prices.input) + written * (prices.written ?? prices.input);
  return (fresh + kept + output * prices.output) / MILLION;
}
