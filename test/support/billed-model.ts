import { chat } from '../fakes/dialects/chat.ts';
import type { Dialect, ReadRequest } from '../fakes/dialects/dialect.ts';
import { servedIn } from '../fakes/model-server.ts';
import type { ModelServer } from '../fakes/open-model-server.ts';
import { type Asked, askedOf, type Conduct, reviewingModel } from '../fakes/reviewing-model.ts';
import type { Reply } from '../fakes/served-reply.ts';
import { PRICES } from './served-review.ts';

/** What a reply takes the place of: the question, and how often it was asked something before. */
export interface Turn extends Asked {
  readonly turn: number;
}

/** What the server billed one role for: answers that it gave to the end, with their usage. */
export interface Bill {
  readonly calls: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

export interface BilledModel extends ModelServer<ReadRequest> {
  /** By role, in the order of their names, then in all. */
  bills(): ReadonlyMap<string, Bill>;
}

const NOTHING: Bill = { calls: 0, input: 0, cached: 0, output: 0 };

/**
 * A server whose model plays all roles of the review, answers differently where `fault` says so,
 * and keeps the books. No two answers have the same usage, so that none can stand in for another.
 */
export async function billedModel(
  conduct: Conduct = {},
  fault: (turn: Turn) => Reply | undefined = () => undefined,
  dialect: Dialect = chat,
): Promise<BilledModel> {
  const answer = reviewingModel(conduct);
  const turns = new Map<string, number>();
  const bills = new Map<string, Bill>();
  const server = await servedIn(dialect, ({ messages }, index) => {
    const asked = askedOf(messages);
    const { role, candidates, functions } = asked;
    const about = candidates.length > 0 ? candidates : functions;
    const conversation = JSON.stringify([role, about]);
    const turn = turns.get(conversation) ?? 0;
    turns.set(conversation, turn + 1);
    const reply = fault({ ...asked, turn }) ?? { kind: 'answer', content: answer(messages) };
    if (reply.kind !== 'answer') return reply;
    const [input, cached, output] = [5000 + index, 1000 + index, 500 + index];
    for (const name of [role, 'all']) {
      const sum = bills.get(name) ?? NOTHING;
      bills.set(name, {
        calls: sum.calls + 1,
        input: sum.input + input,
        cached: sum.cached + cached,
        output: sum.output + output,
      });
    }
    const details = { prompt_tokens_details: { cached_tokens: cached } };
    return {
      ...reply,
      usage: { prompt_tokens: input, completion_tokens: output, ...details },
    };
  });
  const byName = ([a]: [string, Bill], [b]: [string, Bill]) =>
    Number(a === 'all') - Number(b === 'all') || (a < b ? -1 : 1);
  return { ...server, bills: () => new Map([...bills].sort(byName)) };
}

/** What the command line says about costs, when it has been told the truth. */
export function costLinesOf(bills: ReadonlyMap<string, Bill>): string[] {
  return [...bills].map(([name, { calls, input, cached, output }]) => {
    const dollars =
      ((input - cached) * PRICES.input + cached * PRICES.cached + output * PRICES.output) / 1e6;
    const tokens = `${digits(input)} tokens in (${digits(cached)} cached), ${digits(output)} out`;
    const number = `${calls} ${calls === 1 ? 'call' : 'calls'}`;
    return `rustward: ${name.padEnd(12)} ${number}, ${tokens}, $${dollars.toFixed(4)}`;
  });
}

function digits(number: number): string {
  return new Intl.NumberFormat('en').format(number);
}
