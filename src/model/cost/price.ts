import type { Prices } from '../configuration/models-file.ts';
import type { TokenUsage } from '../model.ts';

const MILLION = 1_000_000;

/** Dollars for a number of tokens. What the provider read from its own cache has its own price. */
export function priceOf(usage: Omit<TokenUsage, 'estimated'>, prices: Prices): number {
  const { input, cached, output } = usage;
  const fresh = (input - cached) * prices.input;
  return (fresh + cached * (prices.cached ?? prices.input) + output * prices.output) / MILLION;
}
