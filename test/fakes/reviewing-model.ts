import { loadPrompt } from '../../src/model/prompts/load-prompt.ts';

/** The roles that examine candidates, with a model each. */
export const ROLES = ['discoverer', 'clusterer', 'reviewer', 'analyst', 'verifier'] as const;

export type Role = (typeof ROLES)[number];

/** The role that writes drivers for what the others let stand. */
const REPRODUCER = 'reproducer';

/** A message, of a served request or of one in memory. */
interface Said {
  readonly role: string;
  readonly content: string | null;
}

/** A candidate as the model reads it: its number in this question, and where it is. */
interface AskedCandidate {
  readonly number: number;
  readonly file: string;
  readonly line: number;
  readonly function: string;
  readonly rule: string;
}

/** A function as who discovers reads it: the head of its excerpt. */
interface ShownFunction {
  readonly file: string;
  readonly line: number;
  readonly function: string;
}

/** What the model finds. Unless it is told otherwise, all that is in a function is a defect. */
export interface Conduct {
  /** Whether who discovers claims a defect in a function; nowhere unless told otherwise. */
  readonly isClaimed?: (shown: ShownFunction) => boolean;
  /** The weakness that it claims. */
  readonly claimedWeakness?: number;
  /** Whether the clusterer puts it aside. */
  readonly isInvalid?: (candidate: AskedCandidate) => boolean;
  /** Whether the reviewer agrees to that. */
  readonly isReasonSufficient?: (candidate: AskedCandidate) => boolean;
  /** Whether the analyst derives an attack. */
  readonly isRisk?: (candidate: AskedCandidate) => boolean;
  /** Whether the verifier fails to refute it. */
  readonly isValid?: (candidate: AskedCandidate) => boolean;
  /** The driver for these candidates, or that there is none: the nth answer, from 0. */
  readonly driver?: (candidates: readonly AskedCandidate[], turn: number) => object;
}

/** What a conversation is about. */
export interface Asked {
  readonly role: Role | typeof REPRODUCER;
  readonly candidates: readonly AskedCandidate[];
  /** The functions that are shown as those of the question. */
  readonly functions: readonly ShownFunction[];
}

/** Whom a conversation of the review is with, and about which candidates. */
export function askedOf(messages: readonly Said[]): Asked {
  const [system, question] = messages;
  const role = ([...ROLES, REPRODUCER] as const).find(
    (name) => loadPrompt(name).system === system?.content,
  );
  if (role === undefined) throw new Error('this is no question of the review');
  const text = question?.content ?? '';
  return { role, candidates: candidatesIn(text), functions: functionsIn(text) };
}

/**
 * A model that plays all roles of the review well: it judges each candidate that it is asked about
 * as `conduct` says, in the form that the role's prompt asks for. Every group holds one candidate,
 * and every path one step.
 */
export function reviewingModel(conduct: Conduct = {}): (messages: readonly Said[]) => string {
  return (messages) => {
    const { role, candidates, functions } = askedOf(messages);
    const tag = loadPrompt(role).answer?.tag ?? '';
    if (role === REPRODUCER) {
      const turn = messages.filter((message) => message.role === 'assistant').length;
      const answer = (conduct.driver ?? cannot)(candidates, turn);
      return `<${tag}>\n${JSON.stringify(answer)}\n</${tag}>`;
    }
    const wanted = role === 'clusterer' ? stillMissing(messages, candidates) : candidates;
    const entries =
      role === 'discoverer'
        ? functions.filter(conduct.isClaimed ?? no).map((shown) => claimOf(shown, conduct))
        : wanted.map((candidate) => ANSWERS[role](candidate, conduct));
    return `<${tag}>\n${JSON.stringify(entries, null, 2)}\n</${tag}>`;
  };
}

const yes = () => true;
const no = () => false;
const cannot = () => ({ kind: 'cannot', why: 'it takes the whole program' });
/** Nothing leads to a place that no function holds. */
const isInFunction = (candidate: AskedCandidate) => candidate.function !== '';

/** A claim at the head of a function, with a way of one step. */
function claimOf(shown: ShownFunction, { claimedWeakness = 787 }: Conduct) {
  const { file, line, function: name } = shown;
  return {
    ...shown,
    cwe: claimedWeakness,
    violated: `${name} writes beyond its buffer`,
    condition: 'the input is long',
    steps: [{ function: name, file, line, action: 'takes the input as it comes' }],
    cause: 'the check is gone',
    consequences: 'memory is overwritten',
    suggestions: 'check the length',
  };
}

const ANSWERS: Readonly<
  Record<Exclude<Role, 'discoverer'>, (candidate: AskedCandidate, conduct: Conduct) => object>
> = {
  clusterer: (candidate, { isInvalid = no }) => ({
    verification: `what ${candidate.rule} says can happen on line ${candidate.line}`,
    gids: [candidate.number],
    is_invalid: isInvalid(candidate),
    invalid_reason: isInvalid(candidate) ? `line ${candidate.line} is never reached` : '',
  }),
  reviewer: (candidate, { isReasonSufficient = yes }) => ({
    gid: candidate.number,
    is_reason_sufficient: isReasonSufficient(candidate),
    review_notes: `looked at all ways to line ${candidate.line}`,
  }),
  analyst: (candidate, { isRisk = isInFunction }) =>
    isRisk(candidate)
      ? derivation(candidate)
      : { gid: candidate.number, has_risk: false, reason: `line ${candidate.line} is bounded` },
  verifier: (candidate, { isValid = yes }) => ({
    gid: candidate.number,
    is_valid: isValid(candidate),
    verification_notes: `walked the way to line ${candidate.line} again`,
  }),
};

function derivation({ number, function: name, file, line }: AskedCandidate) {
  return {
    gid: number,
    has_risk: true,
    preconditions: 'the attacker picks the input',
    trigger_path: [{ function: name, file, line, action: 'takes the input as it comes' }],
    consequences: `memory is overwritten on line ${line}`,
    suggestions: 'check the length',
  };
}

/** The candidates that a later question names; all in the first one. */
function stillMissing(
  messages: readonly Said[],
  candidates: readonly AskedCandidate[],
): readonly AskedCandidate[] {
  const named = /in no group yet: ([\d, ]+)/.exec(messages.at(-1)?.content ?? '')?.[1];
  const numbers = named?.split(', ').map(Number);
  return candidates.filter(({ number }) => numbers?.includes(number) ?? true);
}

/** Data between its marks. What is inside of other data is none. */
const FENCED = /^<(data-\w{12}) is="([^"]*)">\n([\s\S]*?)\n<\/\1>$/gm;
const CANDIDATE = /^(\d+)\. (.+):(\d+)(?: in (.+))?\n {3}(?:rule|weakness) (\S+)/gm;

const SHOWN = /^(\S.*):(\d+)-\d+, function (\S+):$/gm;

function functionsIn(question: string): ShownFunction[] {
  const code = [...question.matchAll(FENCED)].find(([, , label]) => label === 'code')?.[3] ?? '';
  return [...code.matchAll(SHOWN)].map(([, file = '', line, name = '']) => {
    return { file, line: Number(line), function: name };
  });
}

function candidatesIn(question: string): AskedCandidate[] {
  const text = [...question.matchAll(FENCED)]
    .filter(([, , label]) => label !== 'code' && label !== 'verification')
    .map(([, , , data = '']) => data)
    .join('\n\n');
  return [...text.matchAll(CANDIDATE)].map(([, number, file = '', line, name = '', rule = '']) => ({
    ...{ number: Number(number), line: Number(line) },
    ...{ file, function: name, rule },
  }));
}
