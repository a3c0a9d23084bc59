import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface SearchServer {
  /** With a parameter of its own, as SearXNG needs one. */
  readonly url: string;
  /** The queries and headers that came, oldest first. */
  readonly asked: { readonly query: string; readonly headers: IncomingMessage['headers'] }[];
  close(): void;
}

/** A search server on the loopback interface. */
export async function searchServer(
  answer: (response: ServerResponse) => void,
): Promise<SearchServer> {
  const asked: SearchServer['asked'] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    asked.push({ query: searchParams.get('q') ?? '', headers: request.headers });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return {
    url: `http://127.0.0.1:${address.port}/search?format=json`,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers with a value, as JSON. */
export function json(value: unknown): (response: ServerResponse) => void {
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };
}
