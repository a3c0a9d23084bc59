import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Runner } from './actions/runner.ts';
import { openActions } from './actions/start-workflows.ts';
import { gitRequest, serveGit } from './git/smart-http.ts';
import { type Hands, hands } from './hands.ts';
import { afterPush } from './merging/settle.ts';
import { OPERATIONS } from './operations/all.ts';
import { serveRegistration } from './pages/register-app.ts';
import { serveSignIn } from './pages/sign-in.ts';
import { type Seeds, seeds } from './seeds.ts';
import { answerApi, refused } from './server/api.ts';
import { type Fault, newFaults } from './server/faults.ts';
import type { Answer } from './server/operation.ts';
import { GITHUB_LIMITS, type Limits, rateLimiter } from './server/rate-limits.ts';
import { Refusal } from './server/refusal.ts';
import { authorOf } from './state/caller.ts';
import { newWorld } from './state/world.ts';
import { type DeliveryControls, deliveryControls } from './webhooks/delivery-controls.ts';
import { openOutbox } from './webhooks/outbox.ts';

export interface GitHubOptions {
  /** Where repositories are kept: an empty folder that whoever opens it removes. */
  readonly folder: string;
  /** Where it listens, on the loopback interface; any free port by default. */
  readonly port?: number;
  /** Hears of every problem as it comes, beside `problems`. */
  readonly report?: (problem: string) => void;
  /** Milliseconds since 1970; the machine's time by default. */
  readonly now?: () => number;
  /** GitHub's own by default. */
  readonly limits?: Limits;
  /** How many entries a recursive tree shows; 100,000 by default, as with GitHub. */
  readonly treeEntries?: number;
  /** Milliseconds that an app has to answer a delivery; 10,000 by default, as with GitHub. */
  readonly webhookTimeout?: number;
  /** What carries out the workflow files of repositories; without, they are not looked at. */
  readonly runner?: Runner | undefined;
}

export interface GitHub extends Seeds, Hands, DeliveryControls {
  /** Of the REST interface, and of the repositories: `<url>/<owner>/<name>.git`. */
  readonly url: string;
  /**
   * What went wrong that never should: requests that GitHub's description does not allow, and
   * answers of ours that it does not. A test that expects none checks that this is empty.
   */
  readonly problems: string[];
  /** Lets something go wrong with the next requests of an operation. */
  fail(fault: Fault): void;
  /** What was to go wrong and has not yet. */
  faultsLeft(): Fault[];
  /** Ends when no workflow is queued or runs. */
  workflowsDone(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a GitHub on a port of the loopback interface, open until it is closed. */
export async function openGitHub({
  folder,
  now = Date.now,
  limits = GITHUB_LIMITS,
  webhookTimeout = 10_000,
  treeEntries = 100_000,
  runner,
  ...options
}: GitHubOptions): Promise<GitHub> {
  const problems: string[] = [];
  const report = (problem: string) => {
    problems.push(problem);
    options.report?.(problem);
  };
  const outbox = openOutbox(now, webhookTimeout);
  const actions = openActions(runner, () => world);
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `http://127.0.0.1:${port}`;
  const world = newWorld({ url, folder, now, treeEntries, outbox, actions, report });
  const faults = newFaults();
  const api = { world, faults, operations: OPERATIONS, limit: rateLimiter(limits, now) };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', world.url);
    try {
      const git = gitRequest(world, request, url);
      if (git !== undefined) {
        await serveGit(git, request, url, response);
        const sender = authorOf(git.caller);
        if (git.writes && sender) await afterPush(world, git.repository, sender);
        response.end();
        return;
      }
    } catch (error) {
      if (!(error instanceof Refusal)) report(String(error));
      // What has begun to be answered can only be broken off.
      if (response.headersSent) response.destroy();
      else if (error instanceof Refusal) send(response, refused(error));
      else send(response, refused(new Refusal(500, String(error))));
      return;
    }
    const file = world.files.get(url.pathname.replace(/^\/_files\//, ''));
    if (file !== undefined) {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(file);
      return;
    }
    if (await serveRegistration(world, request, url, response)) return;
    if (await serveSignIn(world, request, url, response)) return;
    const answer = await answerApi(api, request, url, report);
    if (answer !== undefined) send(response, answer);
  };
  return {
    ...seeds(world),
    ...hands(world),
    ...deliveryControls(world),
    url: world.url,
    problems,
    fail: faults.add,
    faultsLeft: faults.left,
    workflowsDone: actions.idle,
    async close() {
      await actions.close();
      outbox.close();
      await outbox.idle();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  if (body === undefined || body instanceof Buffer) {
    response.writeHead(status, headers);
    response.end(body);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
