import { UsageError } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that say which way connections go, as other programs spell them, too. */
export const PROXY_VARIABLES = [
  ...(['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'] as const),
  ...(['https_proxy', 'http_proxy', 'no_proxy'] as const),
] as const;

/** Names and addresses of this machine: what runs here is never asked by way of another one. */
const THIS_MACHINE = ['localhost', '127.0.0.1', '::1', '[::1]'];

/** Which way connections go. */
export interface Proxies {
  readonly https: string | undefined;
  readonly http: string | undefined;
  /** Hosts that are reached without. */
  readonly none: readonly string[];
}

/**
 * The proxies that an environment names; a spelling in small letters goes first, and an empty value counts
 * as missing.
 * @returns undefined when there is none
 * @throws UsageError when one is no address of a proxy, without showing what may be a password
 */
export function proxiesOf(env: Environment): Proxies | undefined {
  const https = proxyOf(env, 'HTTPS_PROXY');
  const http = proxyOf(env, 'HTTP_PROXY');
  if (https === undefined && http === undefined) return undefined;
  const named = settingOf(env, 'NO_PROXY')?.split(/[\s,]+/) ?? [];
  const none = [...new Set([...named.filter((host) => host !== ''), ...THIS_MACHINE])];
  return { https, http, none };
}

/**
 * Has all requests of this process go the way that its environment names. Called by each entry before its
 * first request, since the runtime heeds these variables only where it is told to.
 * @throws UsageError as `proxiesOf` does, and when this runtime cannot do it
 */
export async function followProxies(env: Environment): Promise<void> {
  const proxies = proxiesOf(env);
  // Who says this has chosen what the runtime itself makes of the variables.
  if (proxies === undefined || env['NODE_USE_ENV_PROXY'] === '1') return;
  const { default: http } = await import('node:http');
  if (!('setGlobalProxyFromEnv' in http)) {
    throw new UsageError(
      `a proxy needs Node.js 24.14, and this is ${process.versions.node}; update it, or set NODE_USE_ENV_PROXY=1`,
    );
  }
  http.setGlobalProxyFromEnv({
    ...(proxies.https === undefined ? {} : { https_proxy: proxies.https }),
    ...(proxies.http === undefined ? {} : { http_proxy: proxies.http }),
    no_proxy: proxies.none.join(','),
  });
}

/** A proxy as it may be shown: without user and password. */
export function shownProxy(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

type Variable = 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY';

function settingOf(env: Environment, name: Variable): string | undefined {
  return env[name.toLowerCase()]?.trim() || env[name]?.trim() || undefined;
}

function proxyOf(env: Environment, name: Variable): string | undefined {
  const value = settingOf(env, name);
  if (value === undefined) return undefined;
  // As curl reads it, an address without a scheme is one of HTTP.
  const address = value.includes('://') ? value : `http://${value}`;
  const protocol = URL.canParse(address) ? new URL(address).protocol : undefined;
  if (protocol === 'http:' || protocol === 'https:') return address;
  throw new UsageError(
    `${name} is no address of a proxy; write it as http://proxy.example.org:3128`,
  );
}
