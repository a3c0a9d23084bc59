import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { GRAPHQL } from '../graphql/serve-graphql.ts';
import type { World } from '../state/world.ts';
import { answerProblem } from './answer-check.ts';
import type { Faults } from './faults.ts';
import type { Answer, Operation } from './operation.ts';
import type { rateLimiter } from './rate-limits.ts';
import { Refusal } from './refusal.ts';
import { readBody, readCaller, readQuery } from './request.ts';
import { Misuse } from './request-checks.ts';
import { routeOf } from './routes.ts';

export interface Api {
  readonly world: World;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly faults: Faults;
  readonly limit: ReturnType<typeof rateLimiter>;
}

/** The REST interface: a request in, an answer out; what nobody may do is told to `report`. No answer when it hangs. */
export async function answerApi(
  { world, operations, faults, limit }: Api,
  request: IncomingMessage,
  url: URL,
  report: (problem: string) => void,
): Promise<Answer | undefined> {
  const { method = 'GET', headers } = request;
  const name = `${method} ${url.pathname}`;
  try {
    const body = await readBody(request);
    const caller = readCaller(world, headers.authorization);
    const route = isGraphql(method, url)
      ? { id: 'graphql', operation: GRAPHQL, path: {} }
      : routeOf(operations, method, url.pathname);
    if (route === undefined) throw new Misuse(404, `GitHub has no ${name}`);
    const { operation, id, path } = route;
    if (operation === undefined) throw new Misuse(501, `${id} is not part of this GitHub yet`);
    const accept = headers.accept ?? '';
    const limits = limit(caller, id, method);
    const fault = faults.take(id);
    if (fault?.kind === 'hang') return undefined;
    const failed = new Refusal(fault?.status ?? 502, 'Server Error', {
      headers: fault?.headers ?? {},
    });
    if (fault?.kind === 'refuse') throw failed;
    if (fault?.kind === 'slow') await setTimeout(fault.delay);
    const answer = await operation.run({
      ...{ world, caller, accept, url, path, body, query: readQuery(url) },
    });
    const problem = answerProblem(operation.description, answer);
    if (problem !== undefined) throw new Misuse(500, `a wrong answer of this GitHub: ${problem}`);
    if (fault?.kind === 'lose-answer') throw failed;
    return { ...answer, headers: { ...limits, ...answer.headers } };
  } catch (error) {
    if (error instanceof Refusal) {
      if (error instanceof Misuse) report(`${name}: ${error.message}`);
      return refused(error);
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    report(`${name}: ${text}`);
    return refused(new Refusal(500, text));
  }
}

function isGraphql(method: string, { pathname }: URL): boolean {
  return method === 'POST' && pathname === '/graphql';
}

/** A refusal as GitHub words it. */
export function refused({ status, message, errors, headers }: Refusal): Answer {
  const documentation_url = 'https://docs.github.com/rest';
  const body = { message, ...(errors && { errors }), documentation_url, status: String(status) };
  return { status, body, headers };
}
