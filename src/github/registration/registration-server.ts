import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { messageOf } from '../../errors.ts';
import { exchangeManifestCode, type RegisteredApp } from '../api/exchange-manifest-code.ts';
import { answerHtml } from '../server/html-answer.ts';
import { closeServer, listen } from '../server/listen.ts';
import { isSameText } from '../server/same-text.ts';
import { loadAppManifest } from './app-manifest.ts';
import { newAppPage, registrationManifest } from './registration-manifest.ts';
import { answerPage, registrationPage } from './registration-page.ts';

export interface RegistrationOptions {
  /** On the loopback interface; any that is free for 0. */
  readonly port: number;
  /** Where GitHub reaches the App, without a slash at the end. */
  readonly address: string;
  /** Of GitHub's REST interface. */
  readonly apiUrl: string;
  /** Of GitHub's pages. */
  readonly serverUrl: string;
  /** To whom the App belongs; to the person who creates it when missing. */
  readonly organisation: string | undefined;
  /** Writes down what only the App may know. */
  readonly keep: (app: RegisteredApp) => void;
}

export interface Registration {
  /** The page to open. Who does not know this address gets nowhere. */
  readonly url: string;
  /** The App once it is registered and kept; fails where GitHub does not give out its key. */
  readonly registered: Promise<RegisteredApp>;
  /** Ends when what is under way is answered. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Serves the page on which a person creates the App, and takes what GitHub sends them back with.
 * @throws IncompleteError when the port cannot be had
 */
export async function openRegistration(options: RegistrationOptions): Promise<Registration> {
  const { apiUrl, serverUrl, organisation, address, keep } = options;
  const manifest = loadAppManifest();
  // Of the page and of the way back: other users of this machine reach the port as well.
  const state = randomBytes(32).toString('hex');
  const { promise: registered, resolve, reject } = Promise.withResolvers<RegisteredApp>();
  registered.catch(() => {});
  let isUnderWay = false;

  const takeCode = async (query: URLSearchParams, response: ServerResponse): Promise<void> => {
    const code = query.get('code') ?? '';
    if (!isSameText(query.get('state') ?? '', state) || !/^[\w-]{1,200}$/.test(code)) {
      const why = 'This is not the way back from the page that this command has opened.';
      return answer(response, 403, answerPage('Not taken', why));
    }
    if (isUnderWay) return answer(response, 409, answerPage('Taken', 'This was taken before.'));
    isUnderWay = true;
    try {
      const app = await exchangeManifestCode(apiUrl, code);
      keep(app);
      const next = 'Start it as the terminal says, then install it on repositories:';
      answer(response, 200, answerPage('The App is created', next, installPage(app)));
      resolve(app);
    } catch (thrown) {
      answer(response, 502, answerPage('The App has no key yet', messageOf(thrown)));
      reject(thrown);
    }
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(`http://${HOST}${request.url ?? '/'}`);
    if (!isForUs(request)) answer(response, 403, answerPage('Not here', 'Another host was asked.'));
    else if (pathname === '/created') void takeCode(searchParams, response);
    else if (isSameText(pathname.slice(1), state)) {
      const redirect = `${base}/created`;
      const text = registrationManifest(manifest, { address, redirect });
      const target = newAppPage(serverUrl, state, organisation);
      answer(response, 200, registrationPage(manifest, target, text));
    } else answer(response, 404, answerPage('Nothing here', 'Open the address of the terminal.'));
  });
  const base = await listen(server, { host: HOST, port: options.port });
  return {
    url: `${base}/${state}`,
    registered,
    close: () => closeServer(server),
  };
}

/** Where an App is put on repositories. */
export function installPage(app: RegisteredApp): string {
  return `${app.html_url}/installations/new`;
}

/** Whether a browser means this machine: another name that leads here is that of a page that reads along. */
function isForUs({ headers: { host }, socket: { localPort } }: IncomingMessage): boolean {
  return host === `${HOST}:${localPort}` || host === `localhost:${localPort}`;
}

function answer(response: ServerResponse, status: number, page: string): void {
  answerHtml(response, status, page, { connection: 'close' });
}
