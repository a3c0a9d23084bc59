import type { AppManifest } from './app-manifest.ts';
import { type Grants, type MissingGrant, missingGrants } from './missing-grants.ts';

/** An installation, with the account that it is on. */
export interface InstallationGrants extends Grants {
  readonly account: string;
}

/** Something that was not granted: what cannot be done without it, and where to grant it. */
export interface GrantProblem {
  readonly text: string;
  readonly advice: string;
  /** Whether a review is not possible without it. */
  readonly needed: boolean;
}

/** More accounts than these are counted. */
const NAMED_ACCOUNTS = 3;

const OF_THE_APP = 'add it on the page of the app on GitHub; app.yml lists them all';
const OF_INSTALLATIONS =
  'each owner has to accept what the app asks for, on GitHub under Settings, GitHub Apps, Configure';

/**
 * What of `app.yml` the app lacks, and what its installations lack that the app has: an owner must accept
 * what an app asks for in addition.
 */
export function grantProblems(
  manifest: AppManifest,
  app: Grants,
  installations: readonly InstallationGrants[],
): GrantProblem[] {
  const ofTheApp = missingGrants(manifest, app);
  const asked = new Set(ofTheApp.map(({ what }) => what));
  const accounts = new Map<string, { readonly lacks: MissingGrant; readonly names: string[] }>();
  for (const { account, ...granted } of installations) {
    for (const lacks of missingGrants(manifest, granted)) {
      if (asked.has(lacks.what)) continue;
      const entry = accounts.get(lacks.what) ?? { lacks, names: [] };
      entry.names.push(account);
      accounts.set(lacks.what, entry);
    }
  }
  return [
    ...ofTheApp.map((lacks) => problem('the app lacks', lacks, OF_THE_APP)),
    ...[...accounts.values()].map(({ lacks, names }) =>
      problem(installationsOn(names), lacks, OF_INSTALLATIONS),
    ),
  ];
}

function problem(who: string, { what, cannot, needed }: MissingGrant, advice: string) {
  return { text: `${who} the ${what}; without it, it cannot ${cannot}`, advice, needed };
}

function installationsOn(names: readonly string[]): string {
  if (names.length === 1) return `the installation on ${names[0]} lacks`;
  const more = names.length - NAMED_ACCOUNTS;
  const named = names.slice(0, NAMED_ACCOUNTS).join(', ');
  return `the installations on ${named}${more > 0 ? ` and ${more} more` : ''} lack`;
}
