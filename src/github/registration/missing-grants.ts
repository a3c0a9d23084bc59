import type { AppManifest } from './app-manifest.ts';
import { EVENT_PURPOSES, PERMISSION_PURPOSES, type Purpose } from './purposes.ts';

/** What GitHub says that an app, or an installation of it, was granted. */
export interface Grants {
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

/** Something of `app.yml` that was not granted. */
export interface MissingGrant {
  /** As GitHub's page of the app names it: `permission issues: write`. */
  readonly what: string;
  /** What the App cannot do without it. */
  readonly cannot: string;
  /** Whether a review is not possible without it. */
  readonly needed: boolean;
}

/** What is in the manifest and not among the grants: permissions first, each in the order of the manifest. */
export function missingGrants(manifest: AppManifest, granted: Grants): MissingGrant[] {
  const permissions = Object.entries(manifest.default_permissions).flatMap(([name, level]) => {
    const given = granted.permissions[name];
    if (given !== undefined && (given !== 'read' || level === 'read')) return [];
    const { read, write } = PERMISSION_PURPOSES[name] ?? {};
    const lost = [given === undefined ? read : undefined, level === 'write' ? write : undefined];
    return [missing(`permission ${name}: ${level}`, lost)];
  });
  const events = manifest.default_events
    .filter((name) => !granted.events.includes(name))
    .map((name) => missing(`event ${name}`, [EVENT_PURPOSES[name]]));
  return [...permissions, ...events];
}

function missing(what: string, purposes: readonly (Purpose | undefined)[]): MissingGrant {
  const lost = purposes.filter((one) => one !== undefined);
  const cannot = lost.map(({ to }) => to).join(', nor ');
  return { what, cannot, needed: lost.some((one) => one.needed) };
}
