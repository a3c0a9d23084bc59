/**
 * What models cost: calls and tokens per verified finding, of the review and of a plain rendering
 * of the same procedure, in which the agents are given no code and read everything with tools.
 *
 *   npm run bench:tokens
 *
 * Answers come from the recordings in test/fixtures, in which a person was the model; tools are
 * carried out for real. Tokens are estimated alike for both. bzip2 is left out where the corpora
 * are not beside the project.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeReadingTools } from '../src/agent/tools/tool-sets.ts';
import { Ledger } from '../src/model/cost/ledger.ts';
import { replayModel } from '../src/model/recording/replay-model.ts';
import { scan } from '../src/security/scan/scan.ts';
import { SourceIndex } from '../src/security/slice/source-index.ts';
import { MAX_CLUSTER_CANDIDATES } from '../src/security/triage/cluster-limit.ts';
import { triageCandidates } from '../src/security/triage/triage-candidates.ts';
import { NO_STATE } from '../src/security/triage/triage-state.ts';
import { NoSandbox } from '../src/workspace/sandbox/unsandboxed.ts';
import { countingModel, type Spent } from './counting-model.ts';
import { plainProcedure } from './plain-procedure.ts';
import { scanDeps } from './scan-deps.ts';

const ROOT = join(import.meta.dirname, '..');
const BZIP2 = join(ROOT, '../shared/corpora/bzip2-1.0.8');

const folders: string[] = [];

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'rustward-tokens-')));
  folders.push(path);
  return path;
}

/** The example with the change that the demo reviews. */
function example(): string {
  const path = folder();
  cpSync(join(ROOT, 'examples/archive-reader'), path, { recursive: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: path, stdio: 'ignore' });
  git('init', '--quiet');
  git('apply', '--', join(ROOT, 'examples/archive-reader.patch'));
  return path;
}

function bzip2(): string {
  const path = folder();
  for (const file of ['bzip2.c', 'bzip2recover.c']) cpSync(join(BZIP2, file), join(path, file));
  return path;
}

async function measure(name: string, path: string, recording: string): Promise<void> {
  const deps = scanDeps();
  const outcome = await scan({ path, threads: 0 }, deps);
  const index = new SourceIndex(outcome, deps.grammars);
  const tools = codeReadingTools({
    root: outcome.root,
    graph: index.graph,
    sandbox: new NoSandbox([]),
  });
  const replay = replayModel(join(ROOT, 'test/fixtures/recordings', recording), {
    ...{ strict: false, ledger: new Ledger(), onNote: () => undefined },
  });
  const model = countingModel(replay);
  const found = await triageCandidates(
    outcome.candidates,
    { concurrency: 1, clusterLimit: MAX_CLUSTER_CANDIDATES, verify: true },
    {
      ...{ model, index, tools, permissions: ['read'], state: NO_STATE },
      limits: { turns: 30, tokens: 10_000_000, seconds: 600 },
      onProgress: () => undefined,
      onWarning: (line) => process.stderr.write(`${line}\n`),
    },
  );
  const verified = [...found.results.values()].filter(({ kind }) => kind === 'verified').length;
  const rows: [string, Spent][] = [
    ['review', model.spent],
    ['plain, thorough', await plainProcedure(model.conversations, tools, 'thorough')],
    ['plain, frugal', await plainProcedure(model.conversations, tools, 'frugal')],
  ];
  process.stdout.write(`${name}: ${outcome.candidates.length} candidates, ${verified} verified\n`);
  for (const [what, spent] of rows) print(what, spent, verified, model.spent);
  process.stdout.write('\n');
}

function print(what: string, { calls, tokens }: Spent, verified: number, ours: Spent): void {
  const number = (value: number) => Math.round(value).toLocaleString('en');
  const cells = [
    what.padEnd(16),
    `${calls} calls`.padStart(10),
    `${number(tokens)} tokens`.padStart(17),
    `a verified finding: ${number(calls / verified)} calls`.padStart(32),
    `${number(tokens / verified)} tokens`.padStart(15),
    ...(tokens === ours.tokens ? [] : [`review takes ${number((100 * ours.tokens) / tokens)} %`]),
  ];
  process.stdout.write(`  ${cells.join('  ')}\n`);
}

try {
  await measure('the example', example(), 'archive-reader');
  if (existsSync(BZIP2)) await measure('two files of bzip2', bzip2(), 'bzip2');
  else process.stdout.write(`bzip2 is left out: ${BZIP2} does not exist\n`);
} finally {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
