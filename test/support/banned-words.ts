/** A word that misled readers, and the field's own word for the same thing. */
interface BannedWord {
  readonly pattern: RegExp;
  /** What to write. */
  readonly instead: string;
}

/** A use that has to stay: a published name, or a text that recorded answers of models depend upon. */
export interface AllowedUse {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** What stands there, in lower case. */
  readonly word: string;
  readonly reason: string;
}

const word = (alternatives: string) =>
  new RegExp(`(?<![\\w-])(?:${alternatives})(?![\\w-])`, 'giu');

/** The glossary in `docs/design.md` has the words that stand for the same ideas. */
const BANNED_WORDS: readonly BannedWord[] = [
  {
    pattern: word('somebody|anybody|nobody|whoever|whomever'),
    instead: 'who it is: the caller, a person, an attacker, another worker, no model',
  },
  { pattern: word('mend(?:s|ed|ing|er)?'), instead: 'fix (a finding) or repair (migrated Rust)' },
  {
    // But for the published state of a function.
    pattern:
      /(?<![\w-])carr(?:y|ies|ied|ying)\b[^.\n]{0,40}\bover(?![\w-])(?!(?: before)?(?:,| and) not compared)/giu,
    instead: 'migrate, or transpile for the stage that writes Rust',
  },
  { pattern: word('keepers?'), instead: 'field location' },
  { pattern: word('shel(?:f|ves)'), instead: 'store, or cache' },
  { pattern: word('chores|tid(?:y|ied|ies)'), instead: 'periodic task, or vacuum' },
  { pattern: word('misfits?'), instead: 'invalid input' },
  { pattern: word('alarms?'), instead: 'imported result, candidate, or false positive' },
  {
    // In quotes, or as a CSS class, it is the published name of a result.
    pattern: /(?<![\w\-'"`.])(?:(?:un)?proven|prov(?:e|es|ed|ing))(?![\w\-'"`])/giu,
    instead: 'compared, with evidence; or show, confirm',
  },
  { pattern: word('hand(?:s|ed|ing)? on|passed on'), instead: 'propagate, or forward' },
  { pattern: word('tak(?:e|es|en|ing) up(?! to)'), instead: 'resume, or begin' },
  { pattern: word('the readers?'), instead: 'the isolated worker' },
  {
    pattern:
      /(?<!\w)(?:surroundings|hearTransfer|noteReach|madeTaint|handedOn|passedOn|firstProblem|stillThere|lookedBefore|nobodyAsked|takeUp|keepOnShelf|sweepShelves|lookAtEach)(?!\w)/gu,
    instead: 'the word of the glossary',
  },
];

/** One use of a banned word. Lines count from 1. */
export interface BannedUse {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** Every banned word in a text, in the order of its lines. */
export function bannedUses(text: string): BannedUse[] {
  return text.split('\n').flatMap((content, at) =>
    BANNED_WORDS.flatMap(({ pattern, instead }) =>
      [...content.matchAll(pattern)].map(([found]) => {
        return { line: at + 1, word: found.toLowerCase(), instead };
      }),
    ),
  );
}
