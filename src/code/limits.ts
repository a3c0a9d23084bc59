/**
 * Every bound of the analysis, each a count and none a time, so that the same input gives the same
 * result on any machine. docs/engine-bounds.md says what happens where one is reached.
 */
export const LIMITS = {
  /** Levels of syntax. Deeper trees do not come from people, and would exhaust the stack of a recursive walk. */
  syntaxDepth: 400,

  /**
   * How often the parser may ask whether to go on, which it does after each hundred steps, for any text and for each
   * character more. Code needs up to 0.04 for each; where every `<` may open a list of arguments it is the square of the text.
   */
  parserChecks: 2_000,
  parserChecksPerCharacter: 0.2,

  /** Macros in the bodies of macros: deeper towers are those of tricks, not of abbreviations. */
  macroDepth: 8,
  /** Classes from one to its base, further than which a method is not looked for. */
  classDepth: 16,
  /** Characters of a macro's body. */
  macroBody: 4_000,
  /** Characters of the bodies of all the macros that one function uses, since each level may double them; */
  macroText: 200_000,
  /** and so many more for each of its own characters. */
  macroTextPerCharacter: 20,

  /** Steps that any function may cost, whatever its size: small ones may have loops in loops. */
  functionSteps: 50_000,
  /**
   * Further steps for each expression of a function, so that the cost of a file is linear in its
   * length. Most code that people wrote needs 20, and the longest functions of databases and compilers up to 200.
   */
  stepsPerExpression: 200,
  /** Steps that a function may cost however long it is. */
  longFunctionSteps: 1_200_000,
  /** Steps that the functions of a file may cost together, each being analysed twice, and the paths through them; */
  fileSteps: 2_000_000,
  /** and so many more for each expression of the file. Code written by people takes up to 60. */
  fileStepsPerExpression: 80,
  /** States of a block that differ in what became of a resource, kept apart. */
  states: 6,
  /** Larger functions get one state a block: most of their paths are those of tables and parsers. What decides whether a place in them is reached is not asked. */
  blocksWithStates: 1_200,
  /** Returns to one loop head before its function is taken as not understood. */
  loopReturns: 24,
  /** Differences between roots in one state; of more, those of values that nothing holds are dropped, then the oldest. */
  differences: 256,

  /** Numbers that one value is known not to be. */
  excluded: 8,
  /** Conditions of which one state remembers how they came out. */
  decided: 8,

  /** Conditions on entry under which a function reaches further, each by itself; of more, all are one. */
  extents: 4,
  /** Places where a function frees what it was given, each with its own conditions; with more, none has. */
  releases: 4,

  /** Objects that a pointer is known to point into; it forgets the rest. */
  targets: 4,
  /** Functions that a call through a field may reach; with more it is an unknown call. */
  fieldFunctions: 4,
  /** Blocks that are run in the search for one path to a finding, and the steps that they may cost. */
  pathBlocks: 600,
  pathSteps: 200_000,
  /** Ways through the expressions of one block that are followed by themselves. */
  pathsInBlock: 16,
  /** Paths that are looked for in one function; the findings after them stay without one. */
  pathsOfFunction: 60,
  /** Returns at which rules hear that the same resource is lost. */
  losses: 64,
  /** Globals that a function is known to write; one that writes more may write any. */
  globals: 64,
  /** Calls in calls that are looked at for a check of a text. */
  guardDepth: 50,
  /** Untrusted ways into a field that are remembered. */
  contents: 8,
  /** Calls of one file that tell other files what they pass. */
  calls: 20_000,
  /** Of these, calls of one function by one other; further ones count with the last. */
  callsBetween: 64,
  /** Steps for working out a call with constant arguments, and for all of them in a file. */
  constantCallSteps: 100_000,
  constantCallStepsOfFile: 2_000_000,
  /** Calls in calls on the way. */
  constantCallDepth: 200,

  /** Nodes that a declared rule may compare with its patterns in a file, and so many more for each of its characters. */
  patternSteps: 1_000_000,
  patternStepsPerCharacter: 20,
} as const;
