import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../jobs/database/database.ts';
import { refusalOf } from '../api/retrying-calls.ts';
import { CALLBACK_PATH } from '../server/callback-path.ts';
import { answerHtml } from '../server/html-answer.ts';
import { answerJson, answerText, reasonOf, VARY } from './answers.ts';
import { cookieIn, SESSION_COOKIE } from './cookies.ts';
import { overviewJson } from './overview-json.ts';
import { overviewPage } from './overview-page.ts';
import { problemPage, signInPrompt } from './prompt-page.ts';
import { loadRows } from './rows.ts';
import { openSessions, type Session } from './sessions.ts';
import { type SignInPagesOptions, signInPages } from './sign-in-pages.ts';
import { cookieKey } from './signed-text.ts';

/** What the overview needs. */
export interface OverviewOptions extends Omit<SignInPagesOptions, 'key' | 'sessions'> {
  /** PEM */
  readonly privateKey: string;
  readonly database: Database;
}

/** Answers a request for a page of the overview. */
export type ServeOverview = (
  request: IncomingMessage,
  response: ServerResponse,
  target: { readonly path: string; readonly query: URLSearchParams },
) => Promise<void>;

/** What who asks is told where the overview is off. */
export const OVERVIEW_IS_OFF =
  'the overview is off: CLIENT_ID and CLIENT_SECRET of the app turn it on, see docs/install-app.md\n';

/** Whether an address is one of the overview. */
export function isOverviewPath(path: string): boolean {
  return /^\/overview(?:\.json|\/(?:sign-in|callback|sign-out))?$/.test(path);
}

/**
 * The overview of findings, for those who sign in with GitHub. It shows the repositories that GitHub says a
 * user may read, and nothing of others.
 */
export function serveOverview(options: OverviewOptions): ServeOverview {
  const { database, serverUrl, now, onProblem } = options;
  const key = cookieKey(options.privateKey);
  const sessions = openSessions(key, now);
  const pages = signInPages({ ...options, key, sessions });

  async function show(
    response: ServerResponse,
    session: Session,
    isJson: boolean,
    endSession: () => void,
  ): Promise<void> {
    try {
      const { repositories, isCut } = await session.repositories();
      const rows = await loadRows(database, repositories);
      if (isJson) return answerJson(response, 200, overviewJson(rows, serverUrl, isCut));
      const page = { login: session.login, rows, isCut, serverUrl, now: now() };
      answerHtml(response, 200, overviewPage(page), VARY);
    } catch (thrown) {
      if (refusalOf(thrown)?.status === 401) {
        // The user has taken back what they let the App know.
        endSession();
        return askToSignIn(response, isJson, 'GitHub does not know this sign-in any more.');
      }
      onProblem('the overview could not be shown', reasonOf(thrown));
      if (isJson) return answerJson(response, 502, '{"error":"GitHub gave no answer"}\n');
      const text = 'GitHub did not say which repositories you may read, or the database is gone.';
      answerHtml(response, 502, problemPage('No answer', text, 'overview'), VARY);
    }
  }

  return async (request, response, { path, query }) => {
    const isSignOut = path === '/overview/sign-out';
    const { method = 'GET' } = request;
    if (isSignOut ? method !== 'POST' : method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', isSignOut ? 'POST' : 'GET, HEAD');
      return answerText(response, 405, 'not this way\n');
    }
    if (isSignOut) return await pages.signOut(request, response);
    if (path === '/overview/sign-in') return pages.begin(response);
    if (path === CALLBACK_PATH) return await pages.finish(request, response, query);
    const isJson = path === '/overview.json' || wantsJson(request);
    const cookie = cookieIn(request, SESSION_COOKIE);
    const session = sessions.find(cookie);
    if (session === undefined) return askToSignIn(response, isJson);
    await show(response, session, isJson, () => sessions.end(cookie));
  };
}

function askToSignIn(response: ServerResponse, isJson: boolean, why?: string): void {
  if (isJson) answerJson(response, 401, '{"error":"sign in at overview/sign-in"}\n');
  else answerHtml(response, 200, signInPrompt(why), VARY);
}

/** A browser, which names HTML as well, wants a page. */
function wantsJson({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.includes('application/json') && !accept.includes('text/html');
}
