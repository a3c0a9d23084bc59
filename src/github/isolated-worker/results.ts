import type * as z from 'zod';
import { type FixPlan, fixPlanSchema } from '../../security/fix/fix-plan.ts';
import type { Report } from '../../security/report/report.ts';
import { reportSchema } from '../../security/report/report-schema.ts';
import { type Answer, answerSchema } from './answer.ts';
import { type LinkVerdict, linkVerdictSchema } from './link-verdict.ts';
import { type MigrationPlan, migrationPlanSchema } from './migration-plan.ts';
import type { WorkerTask } from './protocol.ts';
import { type RepairPlan, repairPlanSchema } from './repair-plan.ts';
import { type Survey, surveySchema } from './survey.ts';

/** What comes of each task. */
export interface WorkerResults {
  readonly review: Report;
  readonly fix: FixPlan;
  readonly answer: Answer;
  readonly survey: Survey;
  readonly migrate: MigrationPlan;
  readonly link: LinkVerdict;
  readonly repair: RepairPlan;
}

interface ResultFile<Result> {
  readonly name: string;
  readonly maxBytes: number;
  readonly schema: z.ZodType<Result>;
}

const RESULT_FILE = { name: 'result.json', maxBytes: 20_000_000 };

/** The file of the output folder that a task leaves its result in, as JSON. */
export const WORKER_RESULTS: {
  readonly [Task in WorkerTask]: ResultFile<WorkerResults[Task]>;
} = {
  review: { name: 'report.json', maxBytes: 256 * 1024 * 1024, schema: reportSchema },
  fix: { ...RESULT_FILE, schema: fixPlanSchema },
  answer: { ...RESULT_FILE, schema: answerSchema },
  survey: { ...RESULT_FILE, schema: surveySchema },
  migrate: { ...RESULT_FILE, schema: migrationPlanSchema },
  link: { ...RESULT_FILE, schema: linkVerdictSchema },
  repair: { ...RESULT_FILE, schema: repairPlanSchema },
};
