import { expect, test } from '@jest/globals';
import type { ParameterContext } from '../../../../src/code/flow/domain/parameter-context.ts';
import { NO_PROJECT } from '../../../../src/code/flow/project/project-knowledge.ts';
import { UnitKnowledge } from '../../../../src/code/flow/project/unit-knowledge.ts';
import { LIMITS } from '../../../../src/code/limits.ts';
import { lower } from '../../../support/c-code.ts';

/** What a call passes that is known to be a number. */
function numberPassed(value: number): ParameterContext {
  return {
    ...{ lo: value, hi: value, mayBeNull: value === 0, mayBeNonNull: value !== 0 },
    ...{ nullOrigin: undefined, taint: undefined, size: undefined, text: undefined },
    ...{ terminated: 'unknown', maxLength: Number.POSITIVE_INFINITY, isLimited: true },
  };
}

test('beyond the bound, calls of a function by one that has called it are joined', () => {
  const unit = lower('void callee(int n);\nvoid caller(void) { callee(1); callee(7); }\n');
  const knowledge = new UnitKnowledge(unit, 'a.c', NO_PROJECT, new Set());
  knowledge.caller = 'caller';
  for (let count = 0; count < LIMITS.callsBetween; count += 1)
    knowledge.recordCall('callee', [numberPassed(1)]);
  knowledge.recordCall('callee', [numberPassed(7)]);
  knowledge.recordCall('callee', [numberPassed(7), numberPassed(2)]);
  expect(knowledge.calls).toHaveLength(LIMITS.callsBetween + 1);
  expect(knowledge.calls.at(-2)?.args).toMatchObject([{ lo: 1, hi: 7 }]);
  for (let count = 0; knowledge.calls.length < LIMITS.calls; count += 1) {
    knowledge.caller = `caller${count}`;
    knowledge.recordCall('callee', [numberPassed(1)]);
  }
  knowledge.recordCall('callee', [numberPassed(3)]);
  expect(knowledge.allCalls).toBe(true);
  expect(knowledge.calls.at(-1)?.args).toMatchObject([{ lo: 1, hi: 3 }]);
  knowledge.caller = 'another';
  knowledge.recordCall('callee', [numberPassed(1)]);
  expect(knowledge.allCalls).toBe(false);
});
