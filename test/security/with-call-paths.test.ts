import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { publicationPlanOf } from '../../src/github/publication-plan/publication-plan-of.ts';
import type { Report } from '../../src/security/report/report.ts';
import { modelServer } from '../fakes/model-server.ts';
import { billedModel } from '../support/billed-model.ts';
import { rustward } from '../support/command-line.ts';
import { servedReview } from '../support/served-review.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = {
  'main.c':
    'int parse(void);\nint main(void) { return parse(); }\nint help(void) { return parse(); }\n',
  'parse.c':
    '#include <stdio.h>\nstatic void copy(void)\n{\n    char line[16];\n    gets(line);\n}\nint parse(void)\n{\n    copy();\n    return 0;\n}\n',
  'alone.c': '#include <stdio.h>\nvoid alone(void)\n{\n    char line[16];\n    gets(line);\n}\n',
};
const PATHS = ['main -> parse -> copy', 'help -> parse -> copy'];
const OPTIONS = ['--no-state', '--no-cache', '--fail-on', 'none'];
const FORMATS = ['json', 'markdown', 'html', 'sarif', 'text'] as const;

function pathsOf({ candidates }: Report) {
  return Object.fromEntries(candidates.map(({ file, call_paths }) => [file, call_paths]));
}

describe('a review without a model', () => {
  test('says in every report how what it proposes is called, as far as that is known', () => {
    const root = temporaryFolder(PROGRAM);
    const out = temporaryFolder();
    const reports = FORMATS.flatMap((format) => ['--report', `${format}=${join(out, format)}`]);
    rustward(['review', root, '--no-model', ...OPTIONS, ...reports], root);
    const text = (format: (typeof FORMATS)[number]) => readFileSync(join(out, format), 'utf8');
    const report: Report = JSON.parse(text('json'));
    const found = pathsOf(report);
    expect(found['parse.c']?.toSorted()).toEqual(PATHS.toSorted());
    expect(found).toHaveProperty(['alone.c'], undefined);
    for (const path of PATHS) {
      expect(text('markdown')).toContain(`- \`${path}\``);
      expect(text('html')).toContain(`<code>${path.replaceAll('>', '&gt;')}</code>`);
      expect(text('text')).toContain(`called by: ${path}`);
      expect(text('sarif')).toContain(JSON.stringify(path));
    }
    const audience = { repositoryUrl: 'https://github.com/ada/demo', head: 'a'.repeat(40) };
    const plan = publicationPlanOf(report, { ...audience, seconds: 1, sarif: false });
    expect(plan.findings.find(({ path }) => path === 'parse.c')?.body).toContain(
      `**Called by**\n\n- \`${found['parse.c']?.[0]}\`\n- \`${found['parse.c']?.[1]}\``,
    );
    expect(plan.findings.find(({ path }) => path === 'alone.c')?.body).not.toContain('Called by');
  });

  test('a scan says nothing of that', () => {
    const root = temporaryFolder(PROGRAM);
    const { stdout } = rustward(['scan', root, ...OPTIONS, '--format', 'json'], root);
    expect(stdout).not.toContain('call_paths');
  });
});

describe('a review with a model', () => {
  const run = async (server: Parameters<typeof servedReview>[1]) =>
    (await servedReview(temporaryFolder(PROGRAM), server).run(...OPTIONS, '--discover-limit', '0'))
      .report;

  test('says so of what a model that fails has left', async () => {
    const report = await run(await modelServer(() => ({ kind: 'status', status: 500 })));
    const [one] = report.candidates.filter(({ file }) => file === 'parse.c');
    expect(one).toMatchObject({ examination: { kind: 'unexamined' } });
    expect(one?.call_paths?.toSorted()).toEqual(PATHS.toSorted());
  });

  test('leaves it to the model where that has looked', async () => {
    const report = await run(await billedModel());
    expect(pathsOf(report)['parse.c']).toBeUndefined();
  });
});
