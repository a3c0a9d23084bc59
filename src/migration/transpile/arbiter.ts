import { askArbiter } from './ask-arbiter.ts';
import type { AttemptDeps, AttemptResult } from './attempt-deps.ts';
import type { AttemptHistory } from './attempt-history.ts';
import type { Objection } from './code-answer.ts';
import { CANNOT_BE_DONE, FAILURE_WORDS, type StepFailure } from './step-failure.ts';

type JudgeDeps = Pick<AttemptDeps, 'model' | 'signal' | 'hasInterface' | 'onProgress'>;

const GIVEN_UP = 'This attempt was given up';

/** Has a second reader decide on what is said in place of code, and remembers what is settled. */
export class Arbiter {
  private readonly subject: string;
  private readonly history: AttemptHistory;
  private readonly deps: JudgeDeps;
  /** What was held against the Rust and does not hold, with what a person is told of it. */
  private readonly settled = new Map<string, string>();
  private count = 0;

  /** @param subject of the attempt, in the names of its conversations */
  constructor(subject: string, history: AttemptHistory, deps: JudgeDeps) {
    this.subject = subject;
    this.history = history;
    this.deps = deps;
  }

  /** What was settled, one sentence each, for people. */
  get remarks(): readonly string[] {
    return [...this.settled.values()];
  }

  isSettled(text: string): boolean {
    return this.settled.has(text);
  }

  /**
   * Judges an objection against what was found wrong.
   * @param values what is seen of the step
   * @returns `changed` where the Rust stands as it is; or how the attempt ended, where it cannot be done
   */
  async judge(
    objection: Objection,
    { kind, text, isDisputable = false }: StepFailure,
    values: Readonly<Record<string, string>>,
  ): Promise<'changed' | 'refused' | AttemptResult> {
    if (objection.kind === 'impossible') {
      return (await this.judgeImpossible(objection, text, values)) ?? 'refused';
    }
    const what = `<RIGHT>, since ${FAILURE_WORDS[kind]}`;
    if (!isDisputable) {
      this.history.add(what, 'this is no guess: it has to be repaired');
      return 'refused';
    }
    const { holds, because } = await this.ask(objection, text, values);
    if (!holds) {
      this.history.add(what, `the second reader does not agree: ${because}`);
      return 'refused';
    }
    const said = text.split('\n')[0] ?? text;
    this.settled.set(text, `Held against it: ${said}. A second reader finds it right: ${because}`);
    return 'changed';
  }

  /**
   * @param isOfAnyPlan whether it is said before there is a plan, and not of one
   * @returns how the attempt ended, where a second reader agrees
   */
  async judgeImpossible(
    objection: Objection,
    wanted: string,
    values: Readonly<Record<string, string>>,
    isOfAnyPlan = false,
  ): Promise<AttemptResult | undefined> {
    const { holds, because } = await this.ask(objection, wanted, values);
    if (!holds) {
      const said = `It was said that it cannot be done: ${objection.because}`;
      this.history.add(said, `the second reader does not agree: ${because}`);
      return undefined;
    }
    const reason = `${CANNOT_BE_DONE}: ${objection.because}`;
    const isAgain = this.history.list.some((entry) =>
      entry.startsWith(`${GIVEN_UP}: ${CANNOT_BE_DONE}`),
    );
    this.history.add(GIVEN_UP, `${reason}\nA second reader agrees: ${because}`);
    // Another plan may do what one cannot, unless it is what was given; and two of them is enough.
    const isFinal = this.deps.hasInterface || isOfAnyPlan || isAgain;
    return { kind: 'failed', reason, tried: this.history.list, isFinal };
  }

  private async ask(
    { kind, because }: Objection,
    complaint: string,
    values: Readonly<Record<string, string>>,
  ) {
    this.deps.onProgress('a second reader looks at an objection');
    const what = kind === 'right' ? 'It is right as it is' : 'It cannot be done';
    const objection = `${what}: ${because}`;
    this.count += 1;
    const subject = `${this.subject}|${this.count}`;
    return await askArbiter(subject, { ...values, complaint, objection }, this.deps);
  }
}
