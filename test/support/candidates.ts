import type { Candidate } from '../../src/security/candidates/candidate.ts';
import type { CandidateDraft } from '../../src/security/candidates/draft-candidates.ts';

/** A candidate with everything in it; the test says what matters to it. */
export function draft(changes: Partial<CandidateDraft> = {}): CandidateDraft {
  return {
    id: 'C0a1b2c',
    language: 'c',
    category: 'bounds',
    pattern: 'unsafe_api',
    sources: ['rustward'],
    cwe: [120],
    file: 'src/a.c',
    line: 10,
    column: 3,
    end_line: 10,
    end_column: 20,
    function: 'copy',
    evidence: 'strcpy(to, from);',
    description: 'strcpy copies from into to without a bound.',
    suggestion: 'Use a bounded copy.',
    confidence: 0.85,
    severity: 'high',
    score: 2.55,
    fingerprint: 'abc:1',
    trace: [],
    excerpt: { first_line: 9, lines: ['{', '  strcpy(to, from);', '}'] },
    ...changes,
  };
}

/** The same, with its number in the report. */
export function candidate(changes: Partial<Candidate> = {}): Candidate {
  return { gid: 1, ...draft(changes) };
}
