import type { IncomingMessage } from 'node:http';
import type { Caller } from '../state/caller.ts';
import { callerOf } from '../state/look-up.ts';
import type { World } from '../state/world.ts';
import { appOfJwt } from './app-jwt.ts';
import { Refusal } from './refusal.ts';

/** GitHub takes no more in one request. */
const MAX_BYTES = 40 * 1024 * 1024;

/** The body as JSON; undefined when there is none. @throws Refusal 400 or 413. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Refusal(413, 'Payload too large');
    chunks.push(Buffer.from(chunk));
  }
  const text = Buffer.concat(chunks).toString();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
}

/** A query: a name that stands twice, or ends in `[]`, is a list. */
export function readQuery(url: URL): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name);
    const [first = ''] = values;
    query[name.replace(/\[\]$/, '')] = values.length > 1 || name.endsWith('[]') ? values : first;
  }
  return query;
}

/** Who sends the request. @throws Refusal 401 for credentials that are not valid. */
export function readCaller(world: World, header: string | undefined): Caller {
  if (header === undefined) return { kind: 'anonymous' };
  const [, basic] = /^basic\s+(\S+)$/i.exec(header) ?? [];
  if (basic !== undefined) return readClient(world, Buffer.from(basic, 'base64').toString());
  const [, token = ''] = /^(?:token|bearer)\s+(\S+)$/i.exec(header) ?? [];
  const app = appOfJwt(world, token);
  if (app !== undefined) return { kind: 'app', app };
  const caller = callerOf(world, token);
  if (caller === undefined) throw new Refusal(401, 'Bad credentials');
  return caller;
}

/** The app that shows its id as a client and its secret. */
function readClient(world: World, credentials: string): Caller {
  const [id = '', secret] = credentials.split(':', 2);
  const client = world.oauthClients.get(id);
  if (client === undefined || client.secret !== secret) throw new Refusal(401, 'Bad credentials');
  return { kind: 'client', app: client.app, client };
}
