import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { authorize } from '../server/authorize.ts';
import { Refusal } from '../server/refusal.ts';
import type { Caller } from '../state/caller.ts';
import { callerOf } from '../state/look-up.ts';
import type { Repository } from '../state/repository.ts';
import type { World } from '../state/world.ts';
import { gitEnvironment } from './run-git.ts';

const PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export interface GitRequest {
  readonly repository: Repository;
  readonly caller: Caller;
  /** What is asked of the repository: `info/refs` and the two that follow it. */
  readonly service: string;
  readonly writes: boolean;
}

/**
 * The repository that a request of git is for, and who sends it; undefined for other requests.
 * @throws Refusal 401 without a valid token where one is needed, 403 without the permission.
 */
export function gitRequest(
  world: World,
  { method, headers }: IncomingMessage,
  url: URL,
): GitRequest | undefined {
  const [, owner, name, service = ''] = PATH.exec(url.pathname) ?? [];
  if (owner === undefined || method === undefined) return undefined;
  const caller = basicCaller(world, headers.authorization);
  const writes = [service, url.searchParams.get('service')].includes('git-receive-pack');
  try {
    const access = writes ? 'write' : 'read';
    const permission = 'contents';
    const repository = authorize(world, caller, owner, name, { permission, access });
    return { repository, caller, service, writes };
  } catch (error) {
    // git asks again with its credentials when it is told that there could be more with them.
    if (caller.kind === 'anonymous') throw unauthorized('Authentication required');
    throw error;
  }
}

function basicCaller(world: World, header: string | undefined): Caller {
  if (header === undefined) return { kind: 'anonymous' };
  const [scheme = '', encoded = ''] = header.split(' ');
  const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  const caller = scheme.toLowerCase() === 'basic' ? callerOf(world, password) : undefined;
  if (caller === undefined) throw unauthorized('Invalid username or token.');
  return caller;
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { headers: { 'www-authenticate': 'Basic realm="GitHub"' } });
}

/** Lets `git http-backend` answer, as the program of a web server: CGI. */
export async function serveGit(
  { repository, caller, service }: GitRequest,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const { headers } = request;
  const child = spawn('git', ['http-backend'], {
    env: {
      ...gitEnvironment(0),
      GIT_PROJECT_ROOT: dirname(repository.folder),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${basename(repository.folder)}/${service}`,
      REQUEST_METHOD: request.method ?? 'GET',
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      ...(headers['content-length'] && { CONTENT_LENGTH: headers['content-length'] }),
      HTTP_CONTENT_ENCODING: headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
      REMOTE_USER: caller.kind,
    },
  });
  child.stdin.on('error', () => {});
  response.on('close', () => child.kill());
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  for await (const chunk of child.stdout) {
    if (response.headersSent) {
      response.write(chunk);
      continue;
    }
    head = Buffer.concat([head, Buffer.from(chunk)]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) continue;
    writeHead(response, head.subarray(0, end).toString());
    response.write(head.subarray(end + 4));
  }
  // The end is for the caller to send: what was pushed counts before the client knows of it.
}

function writeHead(response: ServerResponse, head: string): void {
  const fields = head.split('\r\n').map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  const status = fields.find(([name]) => name.toLowerCase() === 'status')?.[1];
  const headers = fields.filter(([name]) => name.toLowerCase() !== 'status');
  response.writeHead(Number.parseInt(status ?? '200', 10), Object.fromEntries(headers));
}
