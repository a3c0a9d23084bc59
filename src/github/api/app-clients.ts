import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import * as z from 'zod';
import { IncompleteError } from '../../errors.ts';
import { type Clock, SYSTEM_CLOCK } from '../../model/clock.ts';
import { type Repository, repositorySchema } from '../commands/command.ts';
import type { InstallationClients, SentWrite, TokenPermissions } from './installation-clients.ts';
import { parseAnswer } from './parse-answer.ts';
import { quietLog } from './quiet-log.ts';
import type { AppIdentity } from './repository-client.ts';
import { callsOf } from './retrying-calls.ts';
import { tellOfWrites } from './sent-write.ts';

export interface AppCredentials {
  readonly appId: number;
  /** PEM */
  readonly privateKey: string;
  /** Of the REST interface: `https://api.github.com`. */
  readonly apiUrl: string;
}

export interface AppClients extends InstallationClients {
  /** The app as GitHub knows it by its key: its name, and what it asks installations for. */
  self(): Promise<AppItself>;
  /** All installations of the app that are not suspended. */
  installations(): Promise<number[]>;
  /** What these installations were granted. */
  installationGrants(): Promise<InstallationGrants[]>;
  /** The repositories that an installation reaches and that can still be written to. */
  repositories(installation: number): Promise<Repository[]>;
  /** Who the app is, as an installation sees it. Asked for once. */
  identity(installation: number, repository: Repository): Promise<AppIdentity>;
  /** What GitHub has sent to the app, the newest first, in pages: each is read when it is asked for. */
  deliveries(): AsyncGenerator<readonly Delivery[], void, undefined>;
  /** Has GitHub send something once more. @param id of the attempt to deliver it */
  redeliver(id: number): Promise<void>;
}

/** What GitHub says of the app. */
interface AppItself {
  readonly slug: string;
  readonly permissions: Readonly<Record<string, string>>;
  /** The events that it subscribes to. */
  readonly events: readonly string[];
}

/** What GitHub says of an installation. */
interface InstallationGrants extends z.infer<typeof grantsSchema> {
  /** The name of the account that it is on. */
  readonly account: string;
}

/** One attempt of GitHub to deliver an event. */
export type Delivery = z.infer<typeof deliveriesSchema>[number];

const deliveriesSchema = z.array(
  z.object({
    id: z.number(),
    /** The same for all attempts. */
    guid: z.string(),
    delivered_at: z.coerce.date(),
    status_code: z.number(),
    event: z.string(),
    action: z.string().nullable(),
  }),
);

/** What makes requests that belong to no command wait, and what ends them. */
export interface AppClientsOptions {
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
}

const permissionsSchema = z.record(z.string(), z.string());
const grantsSchema = z.object({ permissions: permissionsSchema, events: z.array(z.string()) });

/** An account of an enterprise has a `slug` instead of a `login`. */
const accountSchema = z
  .object({ login: z.string().optional(), slug: z.string().optional() })
  .nullable()
  .transform((account) => account?.login ?? account?.slug ?? 'an account without a name');

/** Also for requests that are made for a token, which `Calls` does not see. */
const ANSWER_MILLISECONDS = 30_000;

/** What an installation grants is looked up again after so long. */
const GRANTS_MILLISECONDS = 5 * 60_000;

/**
 * Makes tokens of an app's private key. Each is for one repository, and for those of the permissions
 * asked for that the installation grants: a step that needs more hears GitHub's own refusal. Who
 * asks to write contents hears it at once, since an app need not have that.
 */
export function openAppClients(
  { appId, privateKey, apiUrl }: AppCredentials,
  { clock = SYSTEM_CLOCK, signal = new AbortController().signal }: AppClientsOptions = {},
): AppClients {
  const calls = callsOf(clock, signal);
  const log = quietLog();
  const shared = { baseUrl: apiUrl, log, request: { fetch: fetchInTime } };
  const anonymous = new Octokit(shared);
  const auth = createAppAuth({ appId, privateKey, request: anonymous.request, log });
  const asApp = { ...shared, authStrategy: createAppAuth, auth: { appId, privateKey } };
  const app = new Octokit(asApp);
  // The pages of a list take no options of their own.
  const listing = new Octokit({ ...asApp, request: { ...shared.request, signal } });
  const grants = new Map<number, { readonly at: number; readonly names: Promise<Grants> }>();
  let identity: Promise<AppIdentity> | undefined;

  async function token(
    installation: number,
    { id }: Repository,
    wanted: TokenPermissions,
  ): Promise<string> {
    const permissions = grantedPermissions(wanted, await grantsOf(installation));
    const made = await calls.read(() =>
      auth({
        ...{ type: 'installation', installationId: installation, repositoryIds: [id], permissions },
      }),
    );
    return made.token;
  }

  function grantsOf(installation: number): Promise<Grants> {
    const now = Date.now();
    const known = grants.get(installation);
    if (known !== undefined && now < known.at + GRANTS_MILLISECONDS) return known.names;
    const names = calls
      .read((options) =>
        app.rest.apps.getInstallation({ ...options, installation_id: installation }),
      )
      .then(({ data }) => parseAnswer(permissionsSchema, data.permissions));
    names.catch(() => grants.delete(installation));
    grants.set(installation, { at: now, names });
    return names;
  }

  async function client(
    installation: number,
    repository: Repository,
    permissions: TokenPermissions,
    onWrite?: (write: SentWrite) => void,
  ): Promise<Octokit> {
    // A token is good for an hour, and some reviews take longer: each request takes one that is.
    await token(installation, repository, permissions);
    const octokit = new Octokit(shared);
    octokit.hook.before('request', async (options) => {
      const current = await token(installation, repository, permissions);
      options.headers.authorization = `token ${current}`;
    });
    if (onWrite !== undefined) tellOfWrites(octokit.hook, onWrite);
    return octokit;
  }

  return {
    ...{ token, client, self },
    installations: async () => (await listInstallations()).map(({ id }) => id),
    installationGrants: async () =>
      (await listInstallations()).map((one) => ({
        ...parseAnswer(grantsSchema, one),
        account: parseAnswer(accountSchema, one.account),
      })),
    async repositories(installation) {
      const permissions = { metadata: 'read' } as const;
      const made = await calls.read(() =>
        auth({ ...{ type: 'installation', installationId: installation, permissions } }),
      );
      const octokit = new Octokit({ ...shared, auth: made.token });
      const all = await calls.read((options) =>
        octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, {
          ...{ ...options, per_page: 100 },
        }),
      );
      return all
        .filter(({ archived, disabled }) => !archived && !disabled)
        .map(({ id, owner, name }) => repositorySchema.parse({ id, owner: owner.login, name }));
    },
    identity(installation, repository) {
      identity ??= identify(installation, repository);
      identity.catch(() => {
        identity = undefined;
      });
      return identity;
    },
    deliveries,
    async redeliver(id) {
      await calls.write((options) =>
        app.rest.apps.redeliverWebhookDelivery({ ...options, delivery_id: id }),
      );
    },
  };

  async function listInstallations() {
    const all = await calls.read((options) =>
      app.paginate(app.rest.apps.listInstallations, { ...options, per_page: 100 }),
    );
    return all.filter((one) => one.suspended_at === null);
  }

  async function self(): Promise<AppItself> {
    const { data } = await calls.read((options) => app.rest.apps.getAuthenticated({ ...options }));
    const slug = data?.slug;
    if (slug === undefined) throw new IncompleteError(`GitHub does not name the app ${appId}`);
    return { slug, ...parseAnswer(grantsSchema, data) };
  }

  async function identify(installation: number, repository: Repository): Promise<AppIdentity> {
    const { slug } = await self();
    const { rest } = await client(installation, repository, { metadata: 'read' });
    const bot = await calls.read((options) =>
      rest.users.getByUsername({ ...options, username: `${slug}[bot]` }),
    );
    return { app: appId, bot: bot.data.id };
  }

  async function* deliveries(): AsyncGenerator<readonly Delivery[], void, undefined> {
    const pages = listing.paginate.iterator(listing.rest.apps.listWebhookDeliveries, {
      per_page: 100,
    });
    const iterator = pages[Symbol.asyncIterator]();
    for (;;) {
      const next = await calls.read(() => iterator.next());
      if (next.done === true) return;
      yield parseAnswer(deliveriesSchema, next.value.data);
    }
  }
}

type Grants = Readonly<Record<string, string>>;

/** @throws a refusal as GitHub's own, where contents are to be written and may not be */
function grantedPermissions(wanted: TokenPermissions, grants: Grants): TokenPermissions {
  if (wanted['contents'] === 'write' && grants['contents'] !== 'write') {
    const problem = 'The installation does not let the app write contents';
    throw Object.assign(new Error(problem), { status: 403 });
  }
  const allowed = Object.entries(wanted).flatMap(([name, level]) => {
    const grant = grants[name];
    if (grant === undefined) return [];
    return [[name, grant === 'read' ? 'read' : level] as const];
  });
  return Object.fromEntries(allowed);
}

/** Without it, a request that hangs would hold a worker for minutes. */
const fetchInTime: typeof fetch = (input, init = {}) => {
  const late = AbortSignal.timeout(ANSWER_MILLISECONDS);
  const signal = init.signal == null ? late : AbortSignal.any([init.signal, late]);
  return fetch(input, { ...init, signal });
};
