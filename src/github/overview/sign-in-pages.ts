import type { IncomingMessage, ServerResponse } from 'node:http';
import { openUserAccess, type UserAccessOptions } from '../api/user-access.ts';
import { revokeUserToken, type SignInApp } from '../api/user-sign-in.ts';
import { answerHtml } from '../server/html-answer.ts';
import { answerText, leadTo, reasonOf } from './answers.ts';
import { cookieIn, SESSION_COOKIE, SIGN_IN_COOKIE, setCookie } from './cookies.ts';
import { problemPage } from './prompt-page.ts';
import { SESSION_SECONDS, type Sessions } from './sessions.ts';
import { openSignIn, SIGN_IN_SECONDS } from './sign-in.ts';

export interface SignInPagesOptions extends SignInApp, UserAccessOptions {
  /** What cookies are signed with. */
  readonly key: Uint8Array;
  readonly sessions: Sessions;
  readonly now: () => number;
  /** Hears who signed in. */
  readonly onSignIn: (login: string) => void;
  readonly onProblem: (what: string, problem: string) => void;
}

/** What browsers pass through on the way to a session, and out of it. */
interface SignInPages {
  /** Sends the browser to GitHub. */
  begin(response: ServerResponse): void;
  /** Takes what the browser comes back with. */
  finish(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void>;
  signOut(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Each waits for GitHub. */
const MAX_UNDER_WAY = 20;

/** From each of these addresses, and to no other that a request could name. */
const OVERVIEW = '../overview';

export function signInPages(options: SignInPagesOptions): SignInPages {
  const { key, sessions, now, onSignIn, onProblem } = options;
  const signIn = openSignIn(options, key, now);
  let underWay = 0;
  return {
    begin(response) {
      const { page, cookie } = signIn.begin();
      leadTo(response, page, [setCookie(SIGN_IN_COOKIE, cookie, SIGN_IN_SECONDS)]);
    },
    async finish(request, response, query) {
      const forget = setCookie(SIGN_IN_COOKIE, '', 0);
      const refuse = (status: number, text: string) => {
        const page = problemPage('Not signed in', text, OVERVIEW);
        answerHtml(response, status, page, { 'set-cookie': forget });
      };
      if (underWay >= MAX_UNDER_WAY) return refuse(503, 'Too many sign in at once.');
      underWay += 1;
      try {
        const token = await signIn.finish(cookieIn(request, SIGN_IN_COOKIE), query);
        if (token === undefined) {
          return refuse(
            403,
            'This is not the way back from a sign-in that this browser has begun.',
          );
        }
        const access = openUserAccess(token, options);
        const login = await access.login();
        // A browser has one session.
        const before = sessions.end(cookieIn(request, SESSION_COOKIE));
        if (before !== undefined) await revokeUserToken(options, before.token);
        const cookie = sessions.begin({ login, token, access });
        onSignIn(login);
        leadTo(response, OVERVIEW, [setCookie(SESSION_COOKIE, cookie, SESSION_SECONDS), forget]);
      } catch (thrown) {
        onProblem('a sign-in failed', reasonOf(thrown));
        refuse(502, 'GitHub did not say who you are.');
      } finally {
        underWay -= 1;
      }
    },
    async signOut(request, response) {
      // A browser says so where the page of another site sends the form.
      const from = request.headers['sec-fetch-site'] ?? 'none';
      if (from !== 'same-origin' && from !== 'none') {
        return answerText(response, 403, 'this came from another site\n');
      }
      const session = sessions.end(cookieIn(request, SESSION_COOKIE));
      if (session !== undefined) await revokeUserToken(options, session.token);
      leadTo(response, OVERVIEW, [setCookie(SESSION_COOKIE, '', 0)]);
    },
  };
}
