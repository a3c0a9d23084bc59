import { type Command, Option } from 'commander';
import { type CostRecord, readCostRecords, sumCostRecords } from '../model/cost/cost-journal.ts';
import { sumText } from './cost-lines.ts';
import { costJournal } from './month-costs.ts';
import { oneLine } from './terminal-text.ts';

/** `rustward costs` */
export function addCostsCommand(program: Command): void {
  const command = program
    .command('costs')
    .summary('list what models cost, by month and repository')
    .description(
      'Lists what the reviews of this user had models do, and what that cost, by month and\n' +
        'repository. A repository is known by the address of its remote, else by a hash.',
    )
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    );
  command.action(() => {
    const journal = costJournal(process.env);
    const { records, unreadable } = readCostRecords(journal);
    const sums = sumCostRecords(records);
    const asJson = command.getOptionValue('format') === 'json';
    process.stdout.write(asJson ? `${JSON.stringify(sums, null, 2)}\n` : asText(sums));
    if (unreadable > 0) {
      process.stderr.write(`rustward: warning: ${unreadable} lines of ${journal} are no record\n`);
    }
  });
}

function asText(sums: readonly CostRecord[]): string {
  if (sums.length === 0) return 'Nothing was billed yet.\n';
  const width = Math.max(...sums.map(({ repository }) => repository.length));
  return sums
    .map((sum) => {
      const { month, repository, calls, tokens_in, tokens_cached, tokens_out, cost, unpriced } =
        sum;
      const what = sumText({
        ...{ calls, input: tokens_in, cached: tokens_cached, output: tokens_out, cost, unpriced },
        ...{ reused: 0, estimated: 0 },
      });
      return `${month}  ${oneLine(repository).padEnd(width)}  ${what}\n`;
    })
    .join('');
}
