/** Who makes something fail, and how it failed when they were the last to be added. */
export interface BisectedFailure<Name, Run> {
  readonly name: Name;
  readonly run: Run;
}

/**
 * Finds who of several makes something fail that works without them, by halving. An intermittent
 * failure blames none of them: with all of them it has to fail a second time.
 * @param run tries it with some of them, in their order
 * @returns those that had to be taken out until it worked, each with how it failed when it was added to
 *   others that worked; and how it went without them, unless none is left
 */
export async function bisectFailures<Name, Run extends { readonly passed: boolean }>(
  all: readonly Name[],
  run: (some: readonly Name[]) => Promise<Run>,
): Promise<{
  readonly breaking: readonly BisectedFailure<Name, Run>[];
  readonly rest: Run | undefined;
}> {
  const breaking: BisectedFailure<Name, Run>[] = [];
  let rest = all;
  let last = await run(all);
  while (rest.length > 0 && !last.passed) {
    let [works, fails] = [0, rest.length];
    let failure = last;
    while (fails - works > 1) {
      const middle = (works + fails) >> 1;
      const tried = await run(rest.slice(0, middle));
      if (tried.passed) works = middle;
      else [fails, failure] = [middle, tried];
    }
    const [name] = rest.slice(works, fails);
    if (name === undefined) break;
    breaking.push({ name, run: failure });
    rest = rest.filter((_, at) => at !== works);
    if (rest.length > 0) last = await run(rest);
  }
  return { breaking, rest: rest.length > 0 ? last : undefined };
}
