import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { emitInstallation } from './events/installation.ts';
import { commitFiles, type FileChanges, makeStore } from './git/store.ts';
import { afterPush } from './merging/settle.ts';
import { newFork } from './operations/new-fork.ts';
import { runWorkflow, type WorkflowOptions } from './run-workflow.ts';
import type { Installation, Permissions } from './state/caller.ts';
import { actionsApp, ensureAccount, findRepository } from './state/look-up.ts';
import type { Protection } from './state/merging.ts';
import { emptyRepository, type Repository, type Role } from './state/repository.ts';
import { fullName } from './state/repository-facts.ts';
import type { Webhook } from './state/webhook.ts';
import { timestamp, type World } from './state/world.ts';
import { subscriptionProblem } from './webhooks/subscriptions.ts';

/** What a test puts there by hand, past the interface. */
export interface Seeds {
  /** A person; returns a token of theirs. */
  addUser(login: string): string;
  /** A repository with one commit; `private` unless told otherwise is false. */
  addRepository(name: string, options?: RepositoryOptions): Promise<Repository>;
  /** A commit on a branch, begun at the default one; returns the commit's id. */
  commit(name: string, branch: string, files: FileChanges, message?: string): Promise<string>;
  /** A fork of a repository; returns its name. */
  addFork(name: string, login: string): Promise<string>;
  setRole(name: string, login: string, role: Role): void;
  /** An app, known by the public half of its key; returns its id. */
  addApp(slug: string, publicKey: string, permissions: Permissions): number;
  /** Lets users sign in to an app, and be sent back to one of these addresses. */
  addSignIn(app: number, callbacks: readonly string[]): ClientCredentials;
  /** Ends all tokens that a user let apps have. */
  withdrawSignIns(login: string): void;
  /**
   * Puts an app on repositories of one account, whose owner accepts what the app asks for, or less.
   * @returns the id of the installation
   */
  install(app: number, names: readonly string[], accepted?: Permissions): number;
  /** Takes an app away; its tokens end. */
  uninstall(installation: number): void;
  /** Where an app hears of events, and of which: those that its permissions are enough for. */
  setWebhook(app: number, webhook: Omit<Webhook, 'id'>): void;
  /** What a branch asks of pull requests: checks that pass, the merge queue. */
  protectBranch(name: string, branch: string, protection: Partial<Protection>): void;
  /** Lets a workflow run, from its beginning to its end; returns the id of the run. */
  runWorkflow(name: string, options: WorkflowOptions): Promise<number>;
  /** The token that Actions gives a workflow of that repository. */
  actionsToken(name: string, permissions: Permissions): string;
}

/** What an app shows GitHub when it exchanges a code. */
interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

interface RepositoryOptions {
  readonly private?: boolean;
  readonly files?: FileChanges;
  /** Whether pull requests may be merged once they can be; false by default, as with GitHub. */
  readonly allowAutoMerge?: boolean;
}

export function seeds(world: World): Seeds {
  const known = (name: string): Repository => {
    const repository = findRepository(world, name);
    if (repository === undefined) throw new Error(`there is no repository ${name}`);
    return repository;
  };
  const commit = async (name: string, branch: string, files: FileChanges, message = 'change') => {
    const repository = known(name);
    const { folder, owner, defaultBranch: from } = repository;
    const seconds = Math.floor(world.now() / 1000);
    const author = owner.login;
    const sha = await commitFiles(folder, { branch, from, message, author, seconds, files });
    await afterPush(world, repository, owner);
    return sha;
  };
  return {
    commit,
    addUser(login) {
      const token = tokenText('ghp_', login).slice(0, 40);
      world.tokens.set(token, { kind: 'user', user: ensureAccount(world, login, 'User') });
      return token;
    },
    async addRepository(path, options = {}) {
      const [login = '', name = ''] = path.split('/');
      const owner = ensureAccount(world, login, 'User');
      const id = world.nextId();
      const repository = emptyRepository({
        ...{ id, owner, name, private: options.private ?? false, defaultBranch: 'main' },
        ...{ folder: join(world.folder, `${id}.git`), parent: undefined },
        created: timestamp(world),
      });
      repository.allowAutoMerge = options.allowAutoMerge ?? false;
      await makeStore(repository.folder, repository.defaultBranch);
      world.repositories.set(fullName(repository).toLowerCase(), repository);
      await commit(path, 'main', options.files ?? { 'README.md': `# ${name}\n` }, 'first');
      return repository;
    },
    async addFork(path, login) {
      return fullName(await newFork(world, known(path), ensureAccount(world, login, 'User')));
    },
    setRole(name, login, role) {
      known(name).collaborators.set(login.toLowerCase(), role);
    },
    addApp(slug, publicKey, permissions) {
      const bot = ensureAccount(world, `${slug}[bot]`, 'Bot');
      const id = world.nextId();
      world.apps.set(id, { id, slug, bot, publicKey, permissions });
      return id;
    },
    addSignIn(id, callbacks) {
      const app = world.apps.get(id);
      if (app === undefined) throw new Error(`there is no app ${id}`);
      const clientId = tokenText('Iv23', `client ${id}`).slice(0, 20);
      const secret = tokenText('', `client secret ${id}`).slice(0, 40);
      world.oauthClients.set(clientId, { app, clientId, secret, callbacks });
      return { clientId, clientSecret: secret };
    },
    withdrawSignIns(login) {
      for (const [text, token] of world.tokens) {
        if (token.kind !== 'user' || token.app === undefined) continue;
        if (token.user.login === login) world.tokens.delete(text);
      }
    },
    install(app, names, accepted) {
      const repositories = names.map(known);
      const [installed, account] = [world.apps.get(app), repositories[0]?.owner];
      if (installed === undefined || account === undefined) throw new Error('nothing to install');
      const id = world.nextId();
      const installation: Installation = {
        ...{ id, app: installed, account, permissions: accepted ?? installed.permissions },
        ...{ repositories: new Set(repositories.map((one) => one.id)), created: timestamp(world) },
      };
      world.installations.set(id, installation);
      emitInstallation(world, installation, 'created');
      return id;
    },
    uninstall(id) {
      const installation = world.installations.get(id);
      if (installation === undefined) throw new Error(`there is no installation ${id}`);
      world.installations.delete(id);
      emitInstallation(world, installation, 'deleted');
    },
    setWebhook(app, { url, secret, events }) {
      const permissions = world.apps.get(app)?.permissions;
      if (permissions === undefined) throw new Error(`there is no app ${app}`);
      const problem = subscriptionProblem(events, permissions);
      if (problem !== undefined) throw new Error(problem);
      const id = world.webhooks.get(app)?.id ?? world.nextId();
      world.webhooks.set(app, { id, url, secret, events });
    },
    protectBranch(name, branch, { checks = [], mergeQueue = false }) {
      known(name).protections.set(branch, { checks, mergeQueue });
    },
    runWorkflow: (name, options) => runWorkflow(world, known(name), options),
    actionsToken(name, permissions) {
      const repository = known(name);
      const token = tokenText('ghs_', `${world.nextId()}`);
      world.tokens.set(token, {
        ...{ kind: 'installation', repositories: new Set([repository.id]), permissions },
        installation: undefined,
        app: actionsApp(world, permissions),
        expires: world.now() + 3_600_000,
      });
      return token;
    },
  };
}

function tokenText(prefix: string, seed: string): string {
  return `${prefix}${createHash('sha256').update(seed).digest('hex')}`;
}
