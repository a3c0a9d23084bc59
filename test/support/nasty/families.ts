import { brokenTokens, tokenSoup } from './broken.ts';
import { callChain, manyGlobals, manyLocals, manyParameters, mutualRecursion } from './calls.ts';
import * as flow from './control-flow.ts';
import * as data from './data.ts';
import * as expressions from './expressions.ts';
import * as preprocessor from './preprocessor.ts';
import { realistic } from './realistic.ts';

/** A way to write code that is hard on an analysis, at any size. */
export interface Family {
  readonly name: string;
  /** The size at which it is measured, in whatever its text has many of. */
  readonly full: number;
  /** A size that is quick enough for the tests. */
  readonly small: number;
  /** The text of a C file. The same size gives the same text. */
  make(size: number): string;
}

function family(name: string, full: number, small: number, make: (size: number) => string): Family {
  return { name, full, small, make };
}

/** Every family, the full sizes being what nobody writes by hand. */
export const FAMILIES: readonly Family[] = [
  family('ordinary code', 10_000, 400, (size) => realistic(size)),
  family('straight line', 10_000, 300, flow.straightLine),
  family('switch ladder', 10_000, 200, flow.switchLadder),
  family('else-if chain', 10_000, 100, flow.elseIfChain),
  family('if sequence', 5_000, 60, flow.ifSequence),
  family('nested loops', 1_000, 30, flow.nestedLoops),
  family('sequential loops', 1_000, 30, flow.sequentialLoops),
  family('random gotos', 500, 30, flow.randomGotos),
  family('switch in loop', 1_000, 30, flow.switchInLoop),
  family('state machine', 1_000, 30, flow.stateMachine),
  family('loops with resources', 1_000, 20, flow.loopsWithResources),
  family('call chain', 2_000, 50, callChain),
  family('mutual recursion', 200, 12, mutualRecursion),
  family('many parameters', 1_000, 50, manyParameters),
  family('many locals', 1_000, 50, manyLocals),
  family('many globals', 10_000, 100, manyGlobals),
  family('huge initialiser', 100_000, 1_000, data.hugeInitialiser),
  family('local initialiser', 20_000, 300, data.localInitialiser),
  family('huge struct', 5_000, 100, data.hugeStruct),
  family('nested structs', 40, 8, data.nestedStructs),
  family('long member chain', 10_000, 100, data.longMemberChain),
  family('pointer soup', 300, 20, data.pointerSoup),
  family('parentheses', 10_000, 1_000, expressions.parentheses),
  family('long sum', 10_000, 1_000, expressions.longSum),
  family('long condition', 2_000, 50, expressions.longCondition),
  family('nested choices', 2_000, 50, expressions.nestedChoices),
  family('nested calls', 2_000, 50, expressions.nestedCalls),
  family('long line', 50_000, 2_000, expressions.longLine),
  family('joined literals', 1_000, 100, expressions.joinedLiterals),
  family('nested blocks', 2_000, 100, expressions.nestedBlocks),
  family('nested ifs', 2_000, 50, expressions.nestedIfs),
  family('macro tower', 30, 10, preprocessor.macroTower),
  family('macro blocks', 2_000, 50, preprocessor.macroBlocks),
  family('macro uses', 2_000, 30, preprocessor.macroUses),
  family('split by conditions', 2_000, 50, preprocessor.splitByConditions),
  family('nested conditions', 1_000, 50, preprocessor.nestedConditions),
  family('broken tokens', 10_000, 400, (size) => brokenTokens(size)),
  family('token soup', 10_000, 100, (size) => tokenSoup(size)),
];
