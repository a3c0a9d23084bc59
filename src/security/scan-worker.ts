import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { loadGrammars } from '../code/grammar.ts';
import { RULES } from '../rules/index.ts';
import { serveTasks } from '../workspace/worker-tasks.ts';
import { analyseFile } from './analyse-file.ts';
import { type ScanTaskResult, type ThreadTask, taskPerformer } from './scan-task.ts';
import { surveyFile } from './survey-file.ts';

/** The thread that the scan examines files in. */
const { root, limits } = z
  .object({
    root: z.string(),
    limits: z.object({ maxBytes: z.number(), maxLineBytes: z.number() }),
  })
  .parse(workerData);

serveTasks<ThreadTask, ScanTaskResult>(
  taskPerformer({
    root,
    limits,
    grammars: loadGrammars(),
    rules: new Map(RULES.map((rule) => [rule.id, rule])),
    analyse: analyseFile,
    survey: surveyFile,
  }),
);
