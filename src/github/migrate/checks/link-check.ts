import { codeBlock, codeSpan } from '../../../page/markdown-text.ts';
import { count } from '../../../security/report/count.ts';
import type { LinkVerdict } from '../../isolated-worker/link-verdict.ts';
import type { CheckState, OwnCheck } from './own-check.ts';

export const LINK: OwnCheck = { name: 'Rustward migration link', idPrefix: 'link' };

/** What the check says of a verdict: green only where the tests have called what they passed with. */
export function linkCheckOf(verdict: LinkVerdict): CheckState {
  switch (verdict.kind) {
    case 'passed':
      return passedCheck(verdict);
    case 'failed': {
      const { functions } = verdict;
      return {
        conclusion: 'failure',
        title: `The tests of the C program fail with ${count(functions.length, 'function')} in Rust`,
        summary: [
          'They pass with the C, and fail once the C program calls the Rust in its place:',
          ...functions.map(({ name, because }) => `${codeSpan(name)}\n\n${quoted(because)}`),
          '`rustward migrate link` does the same on your machine.',
        ].join('\n\n'),
      };
    }
    case 'not possible':
      return {
        conclusion: 'neutral',
        title: 'The C program could not be tested with the Rust',
        summary: [
          'That says nothing against the Rust, and nothing for it:',
          ...verdict.reasons.map(quoted),
        ].join('\n\n'),
      };
  }
}

function passedCheck({
  linked,
  uncalled,
  retirable,
  kept,
}: Extract<LinkVerdict, { kind: 'passed' }>): CheckState {
  const called = linked.filter((name) => !uncalled.includes(name) && !retirable.includes(name));
  const silent = linked.length - called.length;
  const title =
    called.length === 0
      ? 'The tests of the C program never call the Rust'
      : `The tests of the C program pass with ${count(called.length, 'function')} in Rust`;
  const more =
    silent > 0 && called.length > 0 ? `, and never call ${count(silent, 'function')}` : '';
  const lists = [
    list('The C program called these in Rust, and its tests passed:', called),
    list('Its tests passed with these in Rust, but never called them:', uncalled),
    list('No C calls these any more; its tests passed without the C functions:', retirable),
    ...kept.map(({ name, because }) => `${codeSpan(name)} stayed C:\n\n${quoted(because)}`),
  ];
  return {
    // Tests that call nothing of it would pass with any Rust.
    conclusion: called.length === 0 ? 'neutral' : 'success',
    title: `${title}${more}`,
    summary: lists.filter((text) => text !== '').join('\n\n'),
  };
}

function list(title: string, names: readonly string[]): string {
  const lines = names.map((name) => `- ${codeSpan(name)}`);
  return lines.length === 0 ? '' : `${title}\n\n${lines.join('\n')}`;
}

/** Text of strangers. */
function quoted(text: string): string {
  return codeBlock(text.split('\n'));
}
