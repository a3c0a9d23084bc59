import { randomBytes } from 'node:crypto';
import type { ReadableRepositories, UserAccess } from '../api/user-access.ts';
import { openSignedText, signText } from './signed-text.ts';

/** A user who has signed in. The token is in this process alone. */
export interface Session {
  readonly login: string;
  readonly token: string;
  /** What the user may read, as GitHub said a minute ago at most. */
  repositories(): Promise<ReadableRepositories>;
}

/** Who has signed in. */
export interface Sessions {
  /** @returns the value of the cookie that stands for it */
  begin(user: {
    readonly login: string;
    readonly token: string;
    readonly access: UserAccess;
  }): string;
  /** The session that a cookie stands for; undefined where it is forged, over or ended. */
  find(cookie: string): Session | undefined;
  /** Ends a session, if there is one. */
  end(cookie: string): Session | undefined;
}

/** How long a user stays signed in. */
export const SESSION_SECONDS = 3600;

/** What a user may read is asked again after so long. */
const ACCESS_MILLISECONDS = 60_000;

/** The one that was begun first goes first, and of a user who has many one of theirs. */
const MAX_SESSIONS = 1000;
const MAX_SESSIONS_OF_USER = 10;

const PURPOSE = 'session';

interface KeptSession extends Session {
  readonly expires: number;
}

/** Sessions in the memory of this process: all are over when it ends. */
export function openSessions(key: Uint8Array, now: () => number): Sessions {
  const sessions = new Map<string, KeptSession>();
  const idIn = (cookie: string) => openSignedText(key, PURPOSE, cookie);
  return {
    begin({ login, token, access }) {
      for (const [id, { expires }] of sessions) if (expires <= now()) sessions.delete(id);
      const own = [...sessions].filter(([, session]) => session.login === login);
      for (const [id] of own.slice(0, Math.max(0, own.length - MAX_SESSIONS_OF_USER + 1)))
        sessions.delete(id);
      for (const id of sessions.keys()) {
        if (sessions.size < MAX_SESSIONS) break;
        sessions.delete(id);
      }
      const id = randomBytes(32).toString('base64url');
      const repositories = remembered(() => access.repositories(), now);
      const expires = now() + SESSION_SECONDS * 1000;
      sessions.set(id, { login, token, repositories, expires });
      return signText(key, PURPOSE, id);
    },
    find(cookie) {
      const session = sessions.get(idIn(cookie) ?? '');
      return session !== undefined && now() < session.expires ? session : undefined;
    },
    end(cookie) {
      const id = idIn(cookie) ?? '';
      const session = sessions.get(id);
      sessions.delete(id);
      return session;
    },
  };
}

/** What was asked for a short while ago is not asked for again; what failed is. */
function remembered<Result>(ask: () => Promise<Result>, now: () => number): () => Promise<Result> {
  let last: { readonly at: number; readonly answer: Promise<Result> } | undefined;
  return () => {
    if (last !== undefined && now() < last.at + ACCESS_MILLISECONDS) return last.answer;
    const asked = { at: now(), answer: ask() };
    last = asked;
    asked.answer.catch(() => {
      if (last === asked) last = undefined;
    });
    return asked.answer;
  };
}
