import { quotedText } from '../../../page/markdown-text.ts';
import type { Survey } from '../../isolated-worker/survey.ts';

const HOW_TO_GO_ON =
  'Nothing is begun until then, and what is ticked waits. `gates.min_score_drop_percent` in `.rustward/c2rust/config.json` says how much is wanted: 0 goes on all the same.';

/** Why a migration is paused, in Markdown; undefined where it is not. */
export function pausedText({ paused = [] }: Pick<Survey, 'paused'>): string | undefined {
  if (paused.length === 0) return undefined;
  const reasons = paused.map((reason) => quotedText(reason)).join('\n\n');
  return `**The migration is paused**: a gate fails.\n\n${reasons}\n\n${HOW_TO_GO_ON}`;
}
