import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { IncompleteError, messageOf } from '../../errors.ts';
import { inheritedDescriptors } from '../process/inherited-descriptors.ts';
import { type ResourceUsage, treeUsage } from '../process/process-tree.ts';
import { bubblewrapArguments, resourceLimits } from './bubblewrap-arguments.ts';
import { BubblewrapLaunch, DESCRIPTORS, GATE } from './bubblewrap-launch.ts';
import { openControlGroup } from './control-group.ts';
import { realFolder } from './real-folder.ts';
import {
  DEFAULT_LIMITS,
  type Sandbox,
  type SandboxCommand,
  type SandboxLimits,
  type SandboxResult,
} from './sandbox.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { supervise } from './supervise.ts';
import { watchGrowth } from './tree-growth.ts';

/** Namespaces of Linux through bubblewrap, with limits of the kernel and of our own. */
export class Bubblewrap implements Sandbox {
  readonly description = 'bubblewrap';
  readonly isolates = true;
  private readonly program: string;
  private readonly useControlGroup: boolean;

  /**
   * @param program the absolute path of `bwrap`
   * @param useControlGroup whether to make control groups where we may; a test says no
   */
  constructor(program: string, useControlGroup = true) {
    this.program = program;
    this.useControlGroup = useControlGroup;
  }

  async run(command: SandboxCommand): Promise<SandboxResult> {
    const limits = { ...DEFAULT_LIMITS, ...command.limits };
    const tree = realFolder(command.tree);
    const group = this.useControlGroup ? openControlGroup(limits) : undefined;
    try {
      const options = bubblewrapArguments(command, tree, limits);
      const filter = seccompFilter();
      const child = this.start(command, limits, group === undefined, filter !== undefined);
      const launch = new BubblewrapLaunch(child, options, filter, group);
      const hasTreeGrown = command.access === 'write' ? watchGrowth(tree, limits) : () => undefined;
      const run = await supervise(child, {
        limits,
        measureUsage: () => group?.usage() ?? insideUsage(child),
        hasGrownTooFar: () => (launch.filesInMemory() > limits.files ? 'files' : hasTreeGrown()),
        kill: () => launch.kill(),
        signal: command.signal,
        input: command.input,
        onOutput: command.onOutput,
      });
      await launch.whenAllEnded();
      const failure = launch.failure() ?? (launch.ran() ? undefined : firstLine(run.stderr));
      if (run.end.kind === 'exited' && failure !== undefined) throw new Error(failure);
      return { ...run, reached: [...new Set([...run.reached, ...(group?.reached() ?? [])])] };
    } catch (thrown) {
      throw new IncompleteError(`the sandbox did not start: ${messageOf(thrown)}`);
    } finally {
      await group?.close();
    }
  }

  private start(
    command: SandboxCommand,
    limits: SandboxLimits,
    perProcess: boolean,
    isFiltered: boolean,
  ) {
    const control = [
      ...(isFiltered ? ['--seccomp', String(DESCRIPTORS.filter)] : []),
      ...['--args', String(DESCRIPTORS.options)],
      ...['--json-status-fd', String(DESCRIPTORS.status)],
    ];
    const inner = ['/usr/bin/prlimit', ...resourceLimits(limits, perProcess), '--'];
    // Whatever else is open here would be open inside as well.
    const inherited = inheritedDescriptors(DESCRIPTORS.filter + 1);
    const nothing = openSync('/dev/null', 'r+');
    try {
      return spawn(this.program, [...control, '--', ...GATE, ...inner, ...command.command], {
        stdio: Array.from({ length: Math.max(DESCRIPTORS.filter, ...inherited) + 1 }, (_, at) => {
          if (at < DESCRIPTORS.filter || (isFiltered && at === DESCRIPTORS.filter)) return 'pipe';
          return inherited.includes(at) ? nothing : 'ignore';
        }),
        // Its first process inside can be looked at through /proc: it must know no secret.
        env: {},
        cwd: '/',
      });
    } finally {
      closeSync(nothing);
    }
  }
}

/** Without bubblewrap itself: the process outside, and the first one inside. */
function insideUsage(child: ChildProcess): ResourceUsage {
  const usage = treeUsage(child.pid ?? 0);
  return { ...usage, processes: usage.processes - 2 };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] || 'it said nothing';
}
