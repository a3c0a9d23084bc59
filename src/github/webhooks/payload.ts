import { z } from 'zod';
import { type Repository, repositorySchema } from '../commands/command.ts';

// What we use of GitHub's payloads, and nothing else: each event takes its members from here.

/** An account. Programs have names that end in `[bot]`, which no person's can. */
export const accountSchema = z.object({
  id: z.int().positive(),
  login: z.string().min(1).max(100),
  type: z.string(),
});

type Account = z.infer<typeof accountSchema>;

/** Whether a program speaks, which gives no instructions: two of them could talk for ever. */
export function isBot({ login, type }: Account): boolean {
  return type === 'Bot' || login.endsWith('[bot]');
}

/** What every event of a repository says. */
export const repositoryEventSchema = z.object({
  repository: z.object({
    id: z.int().positive(),
    name: z.string(),
    owner: z.object({ login: z.string() }),
  }),
  installation: z.object({ id: z.int().positive() }),
});

/** Where a command belongs. */
export function repositoryAddressOf({
  repository,
  installation,
}: z.infer<typeof repositoryEventSchema>): {
  repository: Repository;
  installation: number;
} {
  const { id, name, owner } = repository;
  return {
    repository: repositorySchema.parse({ id, name, owner: owner.login }),
    installation: installation.id,
  };
}

/** The app that made a check. Other apps have checks with buttons, too. */
export const checkAppSchema = z.object({ id: z.int().positive() }).nullable();

/** The pull requests of a check, of which those to other repositories are not ours to review. */
export const checkPullsSchema = z.array(
  z.object({
    number: z.int().positive(),
    base: z.object({ repo: z.object({ id: z.int() }) }),
  }),
);
