import { count, digits } from '../../security/report/count.ts';

/** What a review took. */
export interface Effort {
  /** What models were asked; undefined where there was none to ask. */
  readonly costs?: { readonly dollars: number; readonly calls: number; readonly unpriced: number };
  readonly seconds: number;
}

/** The calls of models with their price, where there were any, and the time. */
export function effortSentences({ costs, seconds }: Effort): string[] {
  // Rounded before it is divided: there is no sixtieth second of a minute.
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = `${whole % 60} s`;
  const time = `It took ${minutes === 0 ? rest : `${digits(minutes)} min ${rest}`}.`;
  if (costs === undefined || costs.calls === 0) return [time];
  const { calls, dollars, unpriced } = costs;
  const price =
    unpriced === calls
      ? 'price unknown'
      : `${unpriced === 0 ? '' : 'at least '}$${dollars.toFixed(2)}`;
  return [`Models were called ${count(calls, 'time')}: ${price}.`, time];
}
