import type { Category } from '../../rules/classification.ts';
import type { Candidate } from '../candidates/candidate.ts';

/** What decides about a weakness, by its category: what a derivation of it most often gets wrong. */
const QUESTIONS: Readonly<Record<Category, readonly string[]>> = {
  bounds: [
    'How many bytes does the object have that is accessed, on the way that is claimed, and which offset is reached? Count the terminator.',
    'Is the index or length compared in its own type, before the access and after its last change?',
  ],
  integer: [
    'In which type is the operation computed, after promotion, and which operands does the range of their source allow?',
    'Where does the wrapped, cut or negative value end up: as a size, an index or the end of a loop?',
  ],
  memory: [
    'Which pointer owns the object at each step, and does another one still reach it after the release?',
    'Can the pointer be null there, or the variable unset: which way leaves it so, and does that way come to the use?',
  ],
  resource: [
    'Is it released elsewhere: by the caller, through a list that holds it, by a handler at the end?',
    'Can the way be taken often enough to exhaust something?',
  ],
  input: [
    'Does the text arrive at the place as the attacker wrote it, or is it quoted, compared with a list or cut on the way?',
  ],
  concurrency: [
    'Which two threads or processes run there at once, and which lock or order excludes it?',
  ],
  error_handling: [
    'Which failure makes the call return what is not looked at, and what does the code then do with it?',
  ],
  crypto: ['Does secrecy or authenticity rest on this value, or is it a checksum or a jitter?'],
  permissions: ['Who owns and may change the file or the right between the check and the use?'],
  ffi: ['Which side owns the memory, and do both sides agree on type, size and lifetime?'],
  cpp: [
    'Is the object still alive there, given copies, moves, temporaries and what the container does?',
  ],
  unsafe_rust: [
    'Which condition of the unsafe operation does a safe caller break, and with which value?',
  ],
  other: [],
};

/** What decides about weaknesses of which the questions for their category ask something else. */
const OF_WEAKNESSES: readonly (readonly [readonly number[], string])[] = [
  [
    [590, 761, 762, 763],
    'Which function has allocated the memory, on each way and on each platform, and does the release fit it and get its beginning?',
  ],
  [
    [188, 588, 704, 843],
    'Which type, size and alignment does the object have, and which does the access rely on?',
  ],
  [
    [628, 683, 685, 686, 687, 688],
    'Which argument does the callee take, of which type, and what stands there where the call passes another or none?',
  ],
  [
    [674, 834, 835],
    'What ends the loop or the recursion, and which input keeps that from coming about? How much memory or time is gone by then?',
  ],
  [
    [369],
    'Which values can the divisor have, and what between its source and the division keeps zero away?',
  ],
  [[617], 'Is the assertion compiled in as the program is built, and which input makes it false?'],
];

type Asked = Pick<Candidate, 'category' | 'cwe'>;

/** The questions for some candidates, one a line, in the order of the candidates: for their weakness or else their category. */
export function verificationQuestions(candidates: readonly Asked[]): string {
  const lines = new Set(candidates.flatMap(questionsFor).map((one) => `- ${one}`));
  return lines.size === 0 ? '- nothing beyond that' : [...lines].join('\n');
}

function questionsFor({ category, cwe: [first = 0] }: Asked): readonly string[] {
  const own = OF_WEAKNESSES.flatMap(([cwe, question]) => (cwe.includes(first) ? [question] : []));
  return own.length > 0 ? own : QUESTIONS[category];
}
