/**
 * The public form of a remote's address: no user, no password, no query. The
 * short form `host:path` becomes `ssh://host/path`. Undefined for what is no
 * address of another machine, such as a local path.
 */
export function publicRemoteUrl(remote: string): string | undefined {
  const text = remote.trim();
  const short = /^(?:[^@/\s]+@)?([A-Za-z0-9.-]{2,}):(?!\/\/)\/?([^\s]+)$/.exec(text);
  const url = parsed(short === null ? text : `ssh://${short[1]}/${short[2]}`);
  if (url === undefined || !SCHEMES.has(url.protocol) || url.hostname === '') return undefined;
  const port = url.port === '' ? '' : `:${url.port}`;
  return `${url.protocol}//${url.hostname}${port}${url.pathname}`;
}

const SCHEMES = new Set(['https:', 'http:', 'ssh:', 'git:']);

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
