import { type Command, Option } from 'commander';
import type { Diagnosis, Use } from './diagnosis.ts';
import { addModelOptions, parseModelOptions } from './options/model-options.ts';
import { oneLine } from './output/terminal-text.ts';

/** `rustward doctor` */
export function addDoctorCommand(program: Command, setStatus: (status: number) => void): void {
  const command = program
    .command('doctor')
    .summary('check what Rustward needs, and say how to install or correct it')
    .description(
      'Checks programs, the sandbox, the configuration of models and, where the App is configured, its ' +
        'database and what GitHub says to its key, and says how to install or correct each.',
    )
    .addOption(
      new Option(
        '--for <work>',
        'what the machine is to be ready for, instead of scans and reviews',
      ).choices(['scan', 'review', 'migrate'] satisfies Use[]),
    )
    .option('--ask-model', 'send each model of the group a short question, which may cost money')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['text', 'json'])
        .default('text'),
    )
    .addHelpText('after', DOCTOR_EXIT_CODES);
  addModelOptions(command).action(async () => {
    // Loaded here, since the other commands start in half the time without what it needs.
    const { diagnose } = await import('./diagnose.ts');
    const { doctorExitStatus } = await import('./readiness.ts');
    const { jsonText } = await import('./output/json-text.ts');
    const diagnoses = await diagnose({
      flags: parseModelOptions(command),
      env: process.env,
      askModel: command.getOptionValue('askModel') === true,
      use: command.getOptionValue('for'),
    });
    const asJson = command.getOptionValue('format') === 'json';
    process.stdout.write(asJson ? jsonText(diagnoses) : asText(diagnoses));
    setStatus(doctorExitStatus(diagnoses));
  });
}

const DOCTOR_EXIT_CODES = `
Exit status:
  0  all is there that the work of --for cannot do without; without --for, that scans, reviews and
     migrations cannot, but for a model
  1  scans and reviews can be made; something is missing that only migrating C to Rust needs
  2  the command line, or the configuration of models or of the App, is wrong
  3  something needed is missing, or a model, the database or GitHub did not answer
`;

function asText(diagnoses: readonly Diagnosis[]): string {
  const width = Math.max(...diagnoses.map(({ what }) => what.length));
  return diagnoses
    .map(({ what, state, found, advice }) => {
      const line = `${state.padEnd(8)}${what.padEnd(width)}  ${oneLine(found)}`;
      return advice === undefined
        ? `${line}\n`
        : `${line}\n${' '.repeat(8)}-> ${oneLine(advice)}\n`;
    })
    .join('');
}
