import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { APP_MANIFEST } from '../../workspace/own-files.ts';

const appManifestSchema = z.strictObject({
  ...{ name: z.string(), description: z.string(), url: z.url(), public: z.boolean() },
  default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
  default_events: z.array(z.string()),
});

/** The App as GitHub is to know it, in the words of GitHub's manifests. */
export type AppManifest = Readonly<z.infer<typeof appManifestSchema>>;

/** Reads `app.yml`, the one place for permissions and events. */
export function loadAppManifest(): AppManifest {
  return appManifestSchema.parse(parse(readFileSync(APP_MANIFEST, 'utf8')));
}
