import type { Fixed, TouchedFunction } from '../../src/security/fix/fix-plan.ts';

const NONE = { count: 0, first: [] };

export const TOUCHED: TouchedFunction = {
  ...{ name: 'read_it', file: 'a.c', how: 'changed', other_signature: false },
  ...{ callers: NONE, tests: NONE },
};

/** A fix, of which everything is known. */
export function madeFix(changes: Partial<Fixed> = {}): Fixed {
  return {
    kind: 'fixed',
    explanation: 'It checks\nthe length.',
    files: [{ path: 'a.c', content: 'int x;\n' }],
    built: { state: 'passed', detail: 'make' },
    tested: { state: 'not run', detail: 'there are none' },
    impact: {
      functions: [TOUCHED],
      ...{ more_functions: 0, deleted_lines: 2, added_lines: 1 },
      risk: { level: 'low', reasons: ['one function', 'no caller'] },
    },
    ...changes,
  };
}
