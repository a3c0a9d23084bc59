import { proseText } from '../../page/markdown-text.ts';
import { onOneLine, visibleText } from '../../page/visible-text.ts';

/**
 * A text of a repository or a model as one line of Markdown in which nothing acts, of at most so
 * many characters before what Markdown would act on is escaped.
 */
export function shortText(text: string, characters: number): string {
  return proseText(shortLine(text, characters));
}

/** The same as a sentence: rules and models end theirs as they like. */
export function shortSentence(text: string, characters: number): string {
  return shortText(asSentence(onOneLine(text)), characters);
}

/** Words that begin a sentence before a verb, and are no names. */
const SUBJECTS = new Set([
  ...[
    'this',
    'that',
    'it',
    'he',
    'she',
    'one',
    'each',
    'either',
    'neither',
    'what',
    'which',
    'who',
  ],
  ...['whatever', 'none', 'there', 'here', 'another'],
  // What is not counted has no article.
  ...['input', 'output', 'memory', 'code', 'data', 'text', 'control', 'arithmetic'],
]);
const PRONOUN = /^(?:no|some|any|every)(?:thing|body|one)$/;
/** Words that come before a noun, or begin a clause: what follows them may end as a verb does. */
const BEFORE_NOUNS = new Set([
  ...['the', 'a', 'an', 'its', 'his', 'her', 'their', 'our', 'these', 'those', 'no', 'some', 'any'],
  ...[
    'all',
    'both',
    'every',
    'such',
    'other',
    'many',
    'few',
    'several',
    'more',
    'most',
    'two',
    'three',
  ],
  ...[
    'after',
    'before',
    'when',
    'where',
    'while',
    'if',
    'as',
    'because',
    'since',
    'until',
    'unless',
  ],
  ...[
    'in',
    'on',
    'at',
    'of',
    'by',
    'for',
    'from',
    'with',
    'without',
    'to',
    'into',
    'between',
    'only',
  ],
]);

/**
 * With a capital and a full stop, where it has neither. The name of a function at the beginning stays as
 * the code has it: `fgets writes past the end`.
 */
export function asSentence(text: string): string {
  const isProse = /^[a-z]+ /.test(text) && !beginsWithName(text);
  const begun = isProse ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?…:]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * Whether the first word of a text is a name of the code. A noun of English that is counted has an article
 * or something like it before it where it is the subject of a verb; a name has none.
 */
function beginsWithName(text: string): boolean {
  const [, first = '', verb] = VERB_SECOND.exec(text) ?? [];
  return (
    verb !== undefined && !SUBJECTS.has(first) && !PRONOUN.test(first) && !BEFORE_NOUNS.has(first)
  );
}

/** A verb in the third person, or one that is the same in each. */
const VERB_SECOND = /^([a-z]+) ([a-z]+s|can|could|may|might|must|will|would)(?![a-z])/;

/** A text without Markdown, for where GitHub shows text as it is. */
export function shortPlain(text: string, characters: number): string {
  return shortLine(visibleText(onOneLine(text)), characters);
}

function shortLine(text: string, characters: number): string {
  const line = onOneLine(text);
  if (line.length <= characters) return line;
  // Not half of a character.
  return `${line.slice(0, characters - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
