import { isHeaderPath } from '../../code/syntax/language.ts';
import {
  type Check,
  type FixImpact,
  isLargeDeletion,
  RISKS,
  type TouchedFunction,
} from './fix-plan.ts';

/** What the risk of a change is judged by. */
export interface RiskQuestion {
  readonly functions: readonly (TouchedFunction & {
    /** Whether another file calls it. */
    readonly outside: boolean;
  })[];
  readonly files: readonly string[];
  readonly deleted: number;
  readonly tested: Check;
}

interface Reason {
  readonly level: FixImpact['risk']['level'];
  readonly what: string;
}

/** So many callers that no person thinks of each of them. */
const MANY_CALLERS = 8;

/** The risk of a change, by what can be counted. What the change does is not judged: that takes a reader. */
export function riskOf(question: RiskQuestion): FixImpact['risk'] {
  const { functions, files, deleted, tested } = question;
  const reasons = [
    ...(isLargeDeletion(deleted) ? [high(`it deletes ${deleted} lines`)] : []),
    ...functions.flatMap(reasonsOf),
    ...files.filter(isHeaderPath).map((file) => medium(`every file that includes ${file} sees it`)),
    ...(tested.state === 'passed' ? [] : [medium(`it was not tested: ${tested.detail}`)]),
  ].toSorted((a, b) => RISKS.indexOf(b.level) - RISKS.indexOf(a.level));
  const level = reasons[0]?.level ?? 'low';
  const more = reasons.length === 0 ? [low(functions)] : reasons;
  return { level, reasons: more.slice(0, 10).map(({ what }) => what.slice(0, 500)) };
}

function reasonsOf({
  name,
  how,
  callers,
  outside,
  pointer,
  ...fn
}: RiskQuestion['functions'][number]) {
  const isUsed = callers.count > 0 || pointer !== undefined;
  const who = callers.count > 0 ? `${callers.first[0]} calls it` : `it is used at ${pointer}`;
  const was = callers.count > 0 ? `${callers.first[0]} called it` : `it was used at ${pointer}`;
  const reasons: Reason[] = [];
  if (how === 'gone' && isUsed) reasons.push(high(`${name} is gone: ${was}`));
  if (how === 'changed' && fn.other_signature && isUsed) {
    const level = outside || pointer !== undefined ? high : medium;
    reasons.push(level(`${name} has another signature, and ${who}`));
  }
  if (how === 'changed' && callers.count >= MANY_CALLERS) {
    reasons.push(medium(`${callers.count} functions call ${name}`));
  }
  return reasons;
}

function low(functions: RiskQuestion['functions']): Reason {
  const callers = Math.max(0, ...functions.map((fn) => fn.callers.count));
  const what = 'signatures stay, the tests pass';
  return {
    level: 'low',
    what: `${what}, and at most ${callers} ${callers === 1 ? 'function calls' : 'functions call'} what is changed`,
  };
}

function medium(what: string): Reason {
  return { level: 'medium', what };
}

function high(what: string): Reason {
  return { level: 'high', what };
}
