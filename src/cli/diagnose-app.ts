import { messageOf, UsageError } from '../errors.ts';
import { openAppClients } from '../github/api/app-clients.ts';
import { refusalOf } from '../github/api/retrying-calls.ts';
import { loadServerSettings, type ServerSettings } from '../github/app/settings.ts';
import { loadAppManifest } from '../github/registration/app-manifest.ts';
import { grantProblems } from '../github/registration/grant-problems.ts';
import { checkDatabase, NEWER_VERSION } from '../jobs/database/check-database.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Variables that only the App has. */
const OF_THE_APP = ['APP_ID', 'PRIVATE_KEY', 'PRIVATE_KEY_PATH', 'WEBHOOK_SECRET'];

/** GitHub and the database have so long. */
const MILLISECONDS = 15_000;

/** Looks at what the App needs, where its settings are in the environment; at nothing where they are not. */
export async function diagnoseApp(env: ProcessEnvironment): Promise<Diagnosis[]> {
  if (OF_THE_APP.every((name) => (env[name] ?? '') === '')) return [];
  let settings: ServerSettings;
  try {
    settings = loadServerSettings(env);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    const advice = 'docs/install-app.md says where each setting comes from';
    return [{ what: 'app', state: 'wrong', found: thrown.message, advice }];
  }
  return [await diagnoseDatabase(settings), ...(await diagnoseGitHub(settings))];
}

async function diagnoseDatabase({ database }: ServerSettings): Promise<Diagnosis> {
  const what = 'database';
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('it does not answer')), MILLISECONDS).unref();
  });
  try {
    return { what, state: 'ok', found: await Promise.race([checkDatabase(database), late]) };
  } catch (thrown) {
    const found = reasonOf(thrown);
    return { what, state: 'failed', found, advice: adviceFor(found, database.url) };
  }
}

function adviceFor(reason: string, url: string | undefined): string {
  if (reason === NEWER_VERSION)
    return 'install the newer version here, or restore a copy of the database from before the upgrade';
  return url === undefined
    ? 'let the user of the App write there, or name another folder in RUSTWARD_DATA'
    : 'check DATABASE_URL, and that the server can be reached from here';
}

async function diagnoseGitHub(settings: ServerSettings): Promise<Diagnosis[]> {
  const what = 'github';
  const access = openAppClients(settings, { signal: AbortSignal.timeout(MILLISECONDS) });
  try {
    const { slug, ...granted } = await access.self();
    const installations = await access.installationGrants();
    const count = `${installations.length} installation${installations.length === 1 ? '' : 's'}`;
    const problems = grantProblems(loadAppManifest(), granted, installations);
    return [
      { what, state: 'ok', found: `${settings.apiUrl} knows the app ${slug} (${count})` },
      ...problems.map(({ text, advice, needed }) => {
        return { what, state: needed ? 'failed' : 'missing', found: text, advice } as const;
      }),
    ];
  } catch (thrown) {
    const status = refusalOf(thrown)?.status;
    const isKey = status === 401 || status === 403 || status === 404;
    return [
      {
        ...{ what, state: 'failed' as const },
        found: isKey
          ? `${settings.apiUrl} does not take APP_ID ${settings.appId} with this key`
          : `${settings.apiUrl} cannot be asked: ${reasonOf(thrown)}`,
        advice: isKey
          ? 'check that APP_ID and the private key are of the same app, and that the clock of this machine is right'
          : 'check GITHUB_API_URL and the network',
      },
    ];
  }
}

/** What a server says, or why there is none; several addresses of one name have a reason each. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof AggregateError) return thrown.errors.map(messageOf).join('; ');
  return messageOf(thrown);
}
