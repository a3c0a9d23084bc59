import { createServer } from 'node:http';
import { messageOf } from '../../errors.ts';
import { closeServer, listen } from '../server/listen.ts';

/** Serves the metrics of a process to which no webhooks come. */
export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Answers requests for `/metrics`.
 * @param metrics in the format of Prometheus
 * @throws IncompleteError when the address cannot be had
 */
export async function openMetricsServer(
  place: { readonly host: string; readonly port: number },
  metrics: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
    if (request.url?.split('?')[0] !== '/metrics') {
      answer(404, 'there is nothing here\n');
      return;
    }
    metrics().then(
      (text) => answer(200, text),
      (thrown: unknown) => answer(500, `${messageOf(thrown)}\n`),
    );
  });
  const url = await listen(server, place);
  return {
    url,
    close: () => closeServer(server),
  };
}
