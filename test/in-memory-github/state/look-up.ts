import type { Account, App, Caller, Permissions } from './caller.ts';
import type { Repository } from './repository.ts';
import type { World } from './world.ts';

/** The repository called `owner/name`, however that is capitalised. */
export function findRepository(world: World, name: string): Repository | undefined {
  return world.repositories.get(name.toLowerCase());
}

/** The caller behind a token; undefined for one that is unknown or over. */
export function callerOf(world: World, text: string): Caller | undefined {
  const token = world.tokens.get(text);
  if (token === undefined) return undefined;
  if (token.kind === 'user') return (token.expires ?? Infinity) > world.now() ? token : undefined;
  if (token.expires <= world.now()) return undefined;
  // Whoever takes an app away takes its tokens too.
  const { installation } = token;
  if (installation !== undefined && !world.installations.has(installation)) return undefined;
  return { kind: 'installation', app: token.app, token };
}

const ACTIONS = 15368;

/** Whether a request comes with the token of a workflow. */
export function isWorkflow(caller: Caller): boolean {
  return caller.kind === 'installation' && caller.app.id === ACTIONS;
}

/** The app that workflows act as. */
export function actionsApp(world: World, permissions: Permissions): App {
  const bot = ensureAccount(world, 'github-actions[bot]', 'Bot');
  return { id: ACTIONS, slug: 'github-actions', bot, publicKey: undefined, permissions };
}

/** The account of that name, made when there is none yet. */
export function ensureAccount(world: World, login: string, type: Account['type']): Account {
  const key = login.toLowerCase();
  const account = world.accounts.get(key) ?? { id: world.nextId(), login, type };
  world.accounts.set(key, account);
  return account;
}
