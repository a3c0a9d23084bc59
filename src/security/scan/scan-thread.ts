import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import { setUserModels } from '../../code/library-models/lookup.ts';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { RULES } from '../../rules/index.ts';
import { TaskClock } from '../../workspace/process/task-clock.ts';
import { serveTasks } from '../../workspace/process/thread-tasks.ts';
import { loadRulePackages } from '../rule-packages/load-rule-packages.ts';
import { CHANGE_RULES } from './change-rules.ts';
import { performTask, type ScanTaskResult, type ThreadTask } from './scan-runner.ts';
import { KnowledgeUnpacker } from './shared-knowledge.ts';
import { taskGuard } from './task-guard.ts';

/** A thread of the scan: it surveys and analyses the files that the pool sends it. */
const { limits, rulePackages, timeLimit } = z
  .object({
    timeLimit: z.number(),
    limits: z.object({ maxBytes: z.number(), maxLineBytes: z.number() }),
    rulePackages: z.array(z.string()),
  })
  .parse(workerData);

const { rules: moreRules, functions } = await loadRulePackages(rulePackages);
setUserModels(functions);
const deps = {
  limits,
  grammars: loadGrammars(),
  rules: new Map([...RULES, ...moreRules].map((rule) => [rule.id, rule])),
  moreRules,
  changeRules: CHANGE_RULES,
};
const unpacker = new KnowledgeUnpacker();

serveTasks<ThreadTask, ScanTaskResult>((task, end) => {
  const [project, base] = [unpacker.unpack(task.knowledge), unpacker.unpack(task.baseKnowledge)];
  // How much memory there is, the thread's own limit says.
  const clock = new TaskClock(timeLimit, Number.POSITIVE_INFINITY, end);
  return performTask(task, deps, project, base, taskGuard(clock));
});
