import type { Octokit } from '@octokit/rest';
import type { SentWrite } from './installation-clients.ts';

type Hook = Octokit['hook'];

/** Tells of each request of a client that changes something, once it is answered. */
export function tellOfWrites(hook: Hook, onWrite: (write: SentWrite) => void): void {
  hook.after('request', ({ status }, options) => tell(options, status));
  hook.error('request', (error, options) => {
    tell(options, 'status' in error && typeof error.status === 'number' ? error.status : 0);
    throw error;
  });

  function tell({ method, url, baseUrl, ...options }: RequestParts, status: number): void {
    const isQuery = url === '/graphql';
    const mutation = isQuery ? mutationIn(options['query']) : undefined;
    if (method === 'GET' || method === 'HEAD' || (isQuery && mutation === undefined)) return;
    const path = filled(url.replace(baseUrl, ''), options);
    onWrite({ method, path, ...(mutation !== undefined && { mutation }), status });
  }
}

interface RequestParts {
  readonly method: string;
  readonly url: string;
  readonly baseUrl: string;
  readonly [parameter: string]: unknown;
}

/** The name of the first field of a mutation; undefined for what only asks. */
function mutationIn(query: unknown): string | undefined {
  if (typeof query !== 'string') return undefined;
  return /^\s*mutation\b[^{]*\{\s*(\w+)/.exec(query)?.[1];
}

/** An address with its parameters put in. */
function filled(template: string, parameters: Readonly<Record<string, unknown>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (all, name: string) => {
    const value = parameters[name];
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : all;
  });
}
