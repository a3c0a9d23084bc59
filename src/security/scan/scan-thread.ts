import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { RULES } from '../../rules/index.ts';
import { serveTasks } from '../../workspace/process/thread-tasks.ts';
import { analyseWithRules } from './analyse-file.ts';
import { loadRulePackages } from './rule-packages.ts';
import { type ScanTaskResult, type ThreadTask, threadTaskHandler } from './scan-task.ts';
import { surveyFile } from './survey-file.ts';

/** The thread that the scan examines files in. */
const { root, limits, rulePackages } = z
  .object({
    root: z.string(),
    limits: z.object({ maxBytes: z.number(), maxLineBytes: z.number() }),
    rulePackages: z.array(z.string()),
  })
  .parse(workerData);

const more = await loadRulePackages(rulePackages);

serveTasks<ThreadTask, ScanTaskResult>(
  threadTaskHandler({
    root,
    limits,
    grammars: loadGrammars(),
    rules: new Map([...RULES, ...more].map((rule) => [rule.id, rule])),
    analyse: analyseWithRules(more),
    survey: surveyFile,
  }),
);
