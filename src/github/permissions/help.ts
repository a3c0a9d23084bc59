import type { Quota } from '../../jobs/database/quotas.ts';
import { plainText, quotedText, table } from '../../page/markdown-text.ts';
import { count } from '../../security/report/count.ts';
import type { Instruction } from '../commands/instruction.ts';
import type { Permission } from './user-permission.ts';

const COMMANDS: readonly (readonly [string, string, string])[] = [
  ['`/rustward review`', 'reviews the pull request as it is now', 'write'],
  ['`/rustward pause`', 'reviews no further pushes until `/rustward resume`', 'write'],
  ['`/rustward resume`', 'reviews the newest commit, and pushes again', 'write'],
  ['`/rustward explain KEY`', 'says how a finding was derived', 'read'],
  ['`/rustward fp KEY REASON`', 'settles a finding as a false positive', 'write'],
  ['`/rustward accept KEY REASON`', 'settles a finding as a risk that is accepted', 'write'],
  ['`/rustward reopen KEY`', 'takes that back', 'write'],
  ['`/rustward fix KEY`', 'proposes a fix that was built and tested', 'write'],
  ['`/rustward fix KEY approve`', 'the same, also where it deletes many lines', 'write'],
  ['`/migrate FUNCTION`', 'migrates a C function to Rust, in a draft pull request', 'write'],
  [
    '`/migrate FUNCTION --stack`',
    'the same, with all that it needs, one on top of the other',
    'write',
  ],
  ['`/migrate FUNCTION --file PATH`', 'tells it from others of that name', 'write'],
  ['`/migrate next N`', 'begins with the next N functions, callees first', 'write'],
  ['`/migrate status`', 'says how far the migration is', 'read'],
  [
    '`/migrate retry FUNCTION`',
    'tries once more what was closed or did not come to anything',
    'write',
  ],
  ['`/migrate stop`', 'ends what is under way', 'write'],
  ['`/approve JOB`', 'begins with what asked for an approval', 'write'],
  ['`/rustward help`', 'shows this', 'read'],
];

/** What there is to ask for. */
export const HELP = [
  'An instruction is the first line of a new comment, from its first column.',
  table(['Comment', 'What happens', 'Who may'], COMMANDS),
  '`KEY` is the name of a finding: eight hexadecimal digits, as in its comment and in the check.',
].join('\n\n');

export const ON_PULLS_ONLY =
  'That is for pull requests: comment on one. On issues there are the instructions that begin with `/migrate`; `/rustward help` lists all.';

/** Why what was meant for us makes no sense. */
export function mistakenAnswer(problem: string): string {
  return `${quotedText(problem)}\n\n${HELP}`;
}

/** A refusal, in a friendly way. */
export function refusalAnswer(name: Instruction['name'], needed: Permission): string {
  const may = needed === 'write' ? 'write access' : 'access';
  return plainText(
    `Thank you, but only people with ${may} to this repository can ask for ${name}. One of them can do it for you.`,
  );
}

/** Why an instruction is not followed, and when one will be. */
export function quotaAnswer(what: string, { times, seconds }: Quota): string {
  const hours = count(Math.ceil(seconds / 3600), 'hour');
  const one = what.replace(/(?:(?<=x)e)?s$/, '');
  return `That was enough for now: at most ${count(times, one, what)} in ${hours}. Please try again later.`;
}
