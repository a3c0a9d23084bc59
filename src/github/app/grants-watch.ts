import type { AppClients } from '../api/app-clients.ts';
import { loadAppManifest } from '../registration/app-manifest.ts';
import { type GrantProblem, grantProblems } from '../registration/grant-problems.ts';

/**
 * Compares what GitHub has granted with `app.yml`. The App goes on with what it has: what is granted later
 * counts from then on.
 * @param tell hears of each problem once, until it is gone
 * @returns what looks, once the look before that has ended; a look that is asked for while another one waits is that one
 */
export function watchGrants(
  access: Pick<AppClients, 'self' | 'installationGrants'>,
  tell: (problem: GrantProblem) => void,
): () => Promise<void> {
  const manifest = loadAppManifest();
  let told: ReadonlySet<string> = new Set();
  const look = async () => {
    const problems = grantProblems(
      manifest,
      await access.self(),
      await access.installationGrants(),
    );
    for (const one of problems) if (!told.has(one.text)) tell(one);
    told = new Set(problems.map(({ text }) => text));
  };
  let running = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= running.then(() => {
      waiting = undefined;
      const looking = look();
      running = looking.catch(() => {});
      return looking;
    });
    return waiting;
  };
}
