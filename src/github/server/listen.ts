import type { Server } from 'node:http';
import { IncompleteError, messageOf } from '../../errors.ts';

/**
 * Begins to listen.
 * @param port any that is free for 0
 * @returns the address
 * @throws IncompleteError when the address cannot be had
 */
export function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new IncompleteError(`cannot listen on ${host}:${port}: ${messageOf(error)}`)),
    );
    server.listen(port, host, () => {
      const address = server.address();
      const actual = typeof address === 'object' ? address?.port : undefined;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual ?? port}`);
    });
  });
}

/** Takes no more connections, and waits until the open requests are answered. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
