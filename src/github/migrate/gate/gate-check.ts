import type { Access } from '../../instructions/access.ts';
import { refusalOf } from '../../publish/calls.ts';
import { outputOf } from '../../publish/check-run.ts';

/** The name that branch rules can require. */
export const GATE_NAME = 'Rustward migration gate';

/** What the gate says of a commit. It is under way until it has a conclusion. */
export interface GateState {
  readonly conclusion: 'success' | 'failure' | 'neutral' | undefined;
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
}

/** What a check run of the gate says of the pull request that it is for. */
function gateExternalId(pull: number): string {
  return `gate ${pull}`;
}

/** The last thing that the gate said of a commit; undefined where it said nothing. */
export async function gateSaid(
  { github, calls, place, identity }: Access,
  sha: string,
): Promise<(GateState & { readonly id: number }) | undefined> {
  const runs = await calls.read(async (options) => {
    try {
      return await github.paginate(github.rest.checks.listForRef, {
        ...{ ...place, ...options, ref: sha, check_name: GATE_NAME, app_id: identity.app },
        ...{ filter: 'all', per_page: 100 },
      });
    } catch (thrown) {
      // GitHub forgets commits that no branch leads to any more.
      if (refusalOf(thrown)?.status === 422) return [];
      throw thrown;
    }
  });
  const [last] = runs
    .filter(({ app }) => app?.id === identity.app)
    .sort((one, other) => other.id - one.id);
  if (last === undefined) return undefined;
  const { id, status, conclusion, output } = last;
  const known = (['success', 'failure', 'neutral'] as const).find((one) => one === conclusion);
  return {
    ...{ id, title: output.title ?? '', summary: output.summary ?? '' },
    conclusion: status === 'completed' ? known : undefined,
  };
}

/** Has the gate say this of a commit, in one check run that is written only where it differs. */
export async function sayAtGate(
  access: Access,
  { number, head }: { readonly number: number; readonly head: string },
  wanted: GateState,
): Promise<void> {
  const { github, calls, place } = access;
  const { conclusion } = wanted;
  const output = outputOf(wanted);
  const said = await gateSaid(access, head);
  const isSaid = (one: GateState) =>
    one.conclusion === conclusion && one.title === output.title && one.summary === output.summary;
  if (said !== undefined && isSaid(said)) return;
  const state =
    conclusion === undefined
      ? { status: 'in_progress' as const }
      : { status: 'completed' as const, conclusion };
  if (said !== undefined) {
    await calls.write((options) =>
      github.rest.checks.update({ ...place, ...options, check_run_id: said.id, ...state, output }),
    );
    return;
  }
  await calls.write(
    async (options) => {
      await github.rest.checks.create({
        ...{ ...place, ...options, name: GATE_NAME, head_sha: head, ...state, output },
        external_id: gateExternalId(number),
      });
      return true;
    },
    async () => ((await gateSaid(access, head)) === undefined ? undefined : true),
  );
}
