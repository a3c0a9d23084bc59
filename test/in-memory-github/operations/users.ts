import { operation } from '../server/operation.ts';
import { notFound } from '../server/refusal.ts';
import { written } from '../state/written-time.ts';
import { accountJson } from './account-json.ts';

/** Everybody is as old as time. */
const BORN = written(0);

export const userOperations = [
  operation('users/get-by-username', ({ world, path }) => {
    const account = world.accounts.get(path.username.toLowerCase());
    if (account === undefined) throw notFound();
    const unknown = { name: null, company: null, blog: null, location: null, email: null };
    const more = { hireable: null, bio: null, public_repos: 0, public_gists: 0 };
    const dates = { followers: 0, following: 0, created_at: BORN, updated_at: BORN };
    return { status: 200, body: { ...accountJson(world, account), ...unknown, ...more, ...dates } };
  }),
];
