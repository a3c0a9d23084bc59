import type { Annotation } from '../state/check-run.ts';
import type { Conclusion, WorkflowStep } from '../state/workflow-run.ts';
import type { Runner } from './runner.ts';
import type { Job, Step, Workflow } from './workflow-file.ts';

export interface JobOutcome {
  readonly conclusion: Conclusion;
  /** As GitHub keeps it: a time before each line, commands of the runner between them. */
  readonly log: string;
  readonly steps: readonly WorkflowStep[];
  readonly annotations: readonly Annotation[];
}

/** Carries out the steps of a job in a folder that it has for itself; the first that fails ends it. */
export async function runJob(
  { env, defaults }: Workflow,
  job: Job,
  folder: string,
  tools: {
    readonly runner: Runner;
    readonly checkOut: (folder: string) => Promise<void>;
    readonly now: () => number;
    readonly signal: AbortSignal;
  },
): Promise<JobOutcome> {
  const log: string[] = [];
  const steps: WorkflowStep[] = [];
  const annotations: Annotation[] = [];
  const write = (text: string) => {
    const time = new Date(tools.now()).toISOString().replace('Z', '0000Z');
    for (const line of text.replace(/\n$/, '').split('\n')) log.push(`${time} ${line}\n`);
  };
  let conclusion: Conclusion = 'success';
  for (const step of job.steps) {
    const name = step.name ?? `Run ${'run' in step ? step.run.split('\n')[0] : step.uses}`;
    if (conclusion !== 'success') {
      steps.push({ name, conclusion: 'skipped' });
      continue;
    }
    write(`##[group]Run ${'run' in step ? step.run : step.uses}\n##[endgroup]`);
    const status = await runStep(step);
    if (status !== 0) {
      conclusion = tools.signal.aborted ? 'cancelled' : 'failure';
      const message = `Process completed with exit code ${status}.`;
      write(`##[error]${message}`);
      const place = { path: '.github', start_line: 1, end_line: 1 };
      annotations.push({ ...place, annotation_level: 'failure', message });
    }
    steps.push({ name, conclusion });
  }
  return { conclusion, log: log.join(''), steps, annotations };

  async function runStep(step: Step): Promise<number> {
    if (!('run' in step)) {
      await tools.checkOut(folder);
      return 0;
    }
    const { status, output } = await tools.runner.run({
      ...{ folder, script: step.run, signal: tools.signal },
      workingDirectory: step['working-directory'] ?? defaults.run['working-directory'],
      environment: { ...env, ...job.env, ...step.env },
    });
    if (output !== '') write(output);
    return status;
  }
}
