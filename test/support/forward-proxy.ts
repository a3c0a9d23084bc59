import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach } from '@jest/globals';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

export interface ForwardProxy {
  /** With a user and a password, which it wants to see. */
  readonly address: string;
  /** What it was asked for: `CONNECT models.test:80`, `GET http://git.test/a.git/…`. */
  readonly asked: readonly string[];
  /** What was said of user and password, for each. */
  readonly credentials: readonly (string | undefined)[];
}

/**
 * A proxy on the loopback interface that leads each name to where it is told, and knows no other. It is
 * closed after the test.
 * @param hosts the address of a server on this machine by `HOST:PORT` as clients name it
 */
export async function forwardProxy(
  hosts: Readonly<Record<string, string>> = {},
): Promise<ForwardProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    credentials.push(request.headers['proxy-authorization']);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    asked.push(`${request.method} ${request.url}`);
    credentials.push(request.headers['proxy-authorization']);
    socket.on('error', () => socket.destroy());
    const target = hosts[request.url ?? ''];
    if (target === undefined) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const { hostname, port } = new URL(target);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    closers.push(() => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = server.address();
  const port = typeof place === 'object' ? place?.port : undefined;
  return { address: `http://ada:open-sesame@127.0.0.1:${port}`, asked, credentials };
}
