import { codeSpan, quotedText } from '../../../page/markdown-text.ts';
import { count } from '../../../security/report/count.ts';
import type { Selection } from './selection.ts';

/** Names in an answer. */
const MAX_NAMED = 15;

/** A step as people call it. */
export function namesOf(step: readonly { readonly name: string }[]): string {
  return step.map(({ name }) => codeSpan(name)).join(' and ');
}

/** Why nothing is begun for a name, and what to do about it, in Markdown. */
export function selectionAnswer(selection: Exclude<Selection, { kind: 'ready' }>): string {
  switch (selection.kind) {
    case 'already migrated': {
      const [first] = selection.step;
      const rust = first?.migrated?.rust ?? '';
      const as = rust === '' ? 'it needs no Rust' : `it is ${codeSpan(rust)}`;
      return `${namesOf(selection.step)} is migrated already: ${as}.`;
    }
    case 'needs callees': {
      const names = selection.callees.slice(0, MAX_NAMED).map(({ name }) => codeSpan(name));
      const left = selection.callees.length - names.length;
      const more = left > 0 ? ` and ${left} more` : '';
      const all = count(selection.callees.length, 'function');
      const [own] = selection.step;
      return [
        `${namesOf(selection.step)} calls ${all} that must come first: ${names.join(', ')}${more}.`,
        `\`/migrate next ${Math.min(selection.callees.length, 50)}\` begins with what is ready; \`/migrate ${own?.name ?? ''} --stack\` proposes all of them, each pull request on top of the one before.`,
      ].join('\n\n');
    }
    case 'unknown': {
      const near = selection.nearest.map(codeSpan);
      const meant = near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`;
      return `There is no C function ${codeSpan(selection.name)} in what is to be migrated.${meant} \`/migrate status\` lists what there is.`;
    }
    case 'ambiguous': {
      const lines = selection.candidates
        .slice(0, MAX_NAMED)
        .map(({ name, file }) => `- ${codeSpan(`/migrate ${name} --file ${file}`)}`);
      const first = `There are several functions ${codeSpan(selection.name)}. Say which one is meant:`;
      return `${first}\n\n${lines.join('\n')}`;
    }
    case 'nothing to migrate': {
      const why = selection.problems.slice(0, 5).map((line) => quotedText(line));
      return ['There is no C function to migrate here.', ...why].join('\n\n');
    }
  }
}
