import { codeBlock, codeSpan, quotedText } from '../../page/markdown-text.ts';
import type { ReportedCandidate } from '../report/report.ts';
import {
  errorWithStack,
  NOT_REPRODUCED_SENTENCE,
  reproducedSentence,
  whyNotReproduced,
} from '../report/reproduction-view.ts';

/** What came of running a finding, one block each. */
export function reproductionBlocks({ reproduction, language }: ReportedCandidate): string[] {
  if (reproduction === undefined) return [];
  const why = whyNotReproduced(reproduction) ?? '';
  switch (reproduction.outcome) {
    case 'not_tried':
      return [`Not run: ${quotedText(why)}.`];
    case 'not_reproduced':
      return [`Not reproduced by execution: ${quotedText(why)}. ${NOT_REPRODUCED_SENTENCE}`];
    case 'reproduced': {
      const { driver, unit, command, input } = reproduction;
      const bytes = Buffer.from(input, 'base64').length;
      const fed = bytes === 0 ? '' : `, fed with ${bytes} bytes`;
      return [
        `**Reproduced by execution.** ${reproducedSentence(reproduction)}`,
        codeBlock(errorWithStack(reproduction)),
        `The driver, compiled after ${codeSpan(unit)}${fed}; run with ${codeSpan(command)}:`,
        `<details><summary>driver</summary>\n\n${codeBlock(driver.split('\n'), language)}\n\n</details>`,
      ];
    }
  }
}
