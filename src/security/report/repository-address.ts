/**
 * The address of a remote as an absolute URI, without the user and password that a clone URL
 * may contain, since reports are shared. Undefined for what is not a remote's address, such as a
 * folder of this machine.
 */
export function repositoryAddress(remote: string): string | undefined {
  const shorthand = /^([^:/\s]+\.[^:/\s]+):(?!\/)(\S+)$/.exec(remote);
  const address = shorthand === null ? remote : `ssh://${shorthand[1]}/${shorthand[2]}`;
  const url = URL.parse(address);
  if (url === null || !['http:', 'https:', 'ssh:', 'git:'].includes(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return url.href;
}
