import { messageOf } from '../../errors.ts';
import type { AppClients } from '../api/app-clients.ts';
import type { Repository } from '../commands/command.ts';

/**
 * Looks at each repository of each installation. One that refuses does not hold up the others.
 * @returns what kept it from looking at a repository or an installation
 */
export async function forEachRepository(
  access: Pick<AppClients, 'installations' | 'repositories'>,
  signal: AbortSignal,
  visit: (installation: number, repository: Repository) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (what: string, work: () => Promise<void>) => {
    await work().catch((thrown: unknown) => {
      if (!signal.aborted) problems.push(`${what}: ${messageOf(thrown)}`);
    });
  };
  for (const installation of await access.installations()) {
    await attempt(`installation ${installation}`, async () => {
      for (const repository of await access.repositories(installation)) {
        if (signal.aborted) return;
        const name = `${repository.owner}/${repository.name}`;
        await attempt(name, () => visit(installation, repository));
      }
    });
  }
  return problems;
}
