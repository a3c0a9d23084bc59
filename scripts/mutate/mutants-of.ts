import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { SourceMutant } from './mutant.ts';

const nothing = () => undefined;
const no = () => false;

/** Stryker's instrumenter tells how much it has found, which is of no interest here. */
const QUIET: Logger = {
  ...{ trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing },
  ...{ fatal: nothing, isTraceEnabled: no, isDebugEnabled: no, isInfoEnabled: no },
  ...{ isWarnEnabled: no, isErrorEnabled: no, isFatalEnabled: no },
};

/** All changes that Stryker knows to make in a source, in the order of their places. */
export async function mutantsOf(file: string, text: string): Promise<SourceMutant[]> {
  const { mutants } = await new Instrumenter(QUIET).instrument(
    [{ name: file, mutate: true, content: text }],
    { excludedMutations: [], ignorers: [], plugins: null },
  );
  return mutants.map(({ mutatorName, location, replacement }) => {
    return { file, mutatorName, location, replacement };
  });
}
