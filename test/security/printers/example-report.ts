import { scoreOf } from '../../../src/security/candidates/severity.ts';
import type { Report, ReportedCandidate, RuleInfo } from '../../../src/security/report/report.ts';
import { summarise } from '../../../src/security/report/summary.ts';

/** Every way out of a page, a table, a script or a line that a file name can try. */
export const HOSTILE_FILE = 'src/</script><img src=x onerror=alert(1)>"\'`|&{0} \u202Egpj.c';

const COPY_LINES = [
  'static int read_name(struct archive *a, const unsigned char *header)',
  '{',
  '    char name[64];',
  '    size_t length = get_u16(header + 26);',
  '    /* the header is not trusted */',
  '    memcpy(name, header + 30, length);',
  '    name[length] = 0;',
  '    return add_entry(a, name);',
  '}',
];

type Given = Partial<ReportedCandidate> & Pick<ReportedCandidate, 'gid' | 'id' | 'pattern'>;

/** A valid candidate with the given fields. */
export function candidate(given: Given): ReportedCandidate {
  const { confidence = 0.85, severity = 'high' } = given;
  return {
    language: 'c',
    category: 'bounds',
    sources: ['rustward'],
    cwe: [787],
    file: 'src/header.c',
    line: 26,
    column: 5,
    end_line: 26,
    end_column: 38,
    function: 'read_name',
    evidence: 'memcpy(name, header + 30, length);',
    description:
      "The length 'length' comes from the file and is not compared with the 64 bytes of 'name'.",
    suggestion: 'Compare the length with sizeof(name) before the copy.',
    confidence,
    severity,
    score: scoreOf(confidence, severity),
    fingerprint: `${given.id.slice(1)}${given.gid}:1`,
    trace: [],
    excerpt: { first_line: 21, lines: COPY_LINES },
    ...given,
  };
}

const place = (file: string, line: number, column: number, width: number) => {
  return { file, line, column, end_line: line, end_column: column + width };
};

const candidates: readonly ReportedCandidate[] = [
  candidate({
    gid: 1,
    id: 'C1a2b3c',
    pattern: 'boundary_funcs',
    cwe: [787, 120],
    baseline: 'new',
    fix: {
      title: 'Copy no more than fits',
      start_line: 26,
      end_line: 26,
      replacement:
        '    if (length >= sizeof name) return -1;\n    memcpy(name, header + 30, length);',
    },
    trace: [
      {
        ...place('src/main.c', 88, 14, 27),
        function: 'main',
        message: 'the header is read from the archive',
      },
      {
        ...place('src/header.c', 24, 21, 20),
        function: 'read_name',
        message: 'the length is taken from bytes 26 and 27 of the header',
      },
      {
        ...place('src/header.c', 26, 5, 33),
        function: 'read_name',
        message: 'up to 65535 bytes are written to name, which has 64',
      },
    ],
  }),
  candidate({
    gid: 2,
    id: 'C2b3c4d',
    pattern: 'format_string',
    category: 'input',
    cwe: [134],
    ...place(HOSTILE_FILE, 3, 3, 13),
    function: '</pre><script>alert(2)</script>',
    evidence: 'printf(user); // \u2067@everyone fixes #1 ```',
    description:
      "The format 'user' of printf is [not a literal](1); ask @everyone about https://example.com/x.",
    suggestion: 'Print it with "%s" | <b>never</b> as the format.',
    baseline: 'new',
    excerpt: {
      first_line: 2,
      lines: [
        '// ``` </script> \u202E',
        '  printf(user); // \u2067@everyone fixes #1 ```',
        '\u0000}',
      ],
    },
  }),
  candidate({
    gid: 3,
    id: 'C3c4d5e',
    pattern: 'malloc_no_null_check',
    category: 'memory',
    cwe: [476],
    ...place('src/table.c', 112, 18, 27),
    function: 'table_grow',
    confidence: 0.65,
    severity: 'medium',
    evidence: 'next->slots = malloc(size * sizeof *next->slots);',
    description: "The result of malloc is used as 'next->slots' without a check for NULL.",
    suggestion: 'Return an error when malloc returns NULL.',
    baseline: 'unchanged',
    excerpt: {
      first_line: 111,
      lines: [
        '    /* doubled, so that insertion stays cheap */',
        '    next->slots = malloc(size * sizeof *next->slots);',
        '    next->slots[0] = 0;',
      ],
    },
  }),
  candidate({
    gid: 4,
    id: 'C4d5e6f',
    pattern: 'toctou_race',
    category: 'concurrency',
    cwe: [367],
    ...place('src/main.c', 41, 9, 20),
    function: '',
    confidence: 0.45,
    severity: 'low',
    evidence: 'if (access(path, W_OK) == 0)',
    description: "'path' is tested with access before it is opened",
    suggestion: 'Open the file and examine the descriptor.',
    baseline: 'new',
    excerpt: { first_line: 41, lines: [] },
  }),
  candidate({
    gid: 5,
    id: 'R5e6f7a',
    pattern: 'unsafe_without_reason',
    language: 'rust',
    category: 'unsafe_rust',
    cwe: [119],
    ...place('bindings/src/lib.rs', 7, 5, 30),
    function: 'slot',
    confidence: 0.7,
    severity: 'medium',
    evidence: 'unsafe { &*table.add(index) }',
    description: 'The unsafe block does not say why the pointer is valid.',
    suggestion: 'Write a SAFETY comment that says who guarantees it.',
    suppression: { kind: 'inSource', reason: 'index is checked by the caller | see #12' },
    baseline: 'unchanged',
    excerpt: { first_line: 7, lines: ['    unsafe { &*table.add(index) }'] },
  }),
  candidate({
    gid: 6,
    id: 'C6f7a8b',
    pattern: 'other_scanner/rule-1',
    sources: ['other_scanner'],
    category: 'error_handling',
    cwe: [252],
    ...place('src/old.c', 9, 2, 11),
    function: 'close_all',
    confidence: 0.6,
    severity: 'medium',
    evidence: 'fclose(out);',
    description: 'The result of fclose is ignored.',
    suggestion: 'Check it: buffered data may be lost.',
    baseline: 'absent',
    excerpt: { first_line: 9, lines: [' fclose(out);'] },
  }),
];

const HELP_WITH_EXAMPLES = `The size of the copy comes from data that somebody else controls, and nothing compares it with the size of the destination. Writing past the end of a buffer lets an attacker change other variables or the flow of control.

**Bad**

\`\`\`c
memcpy(name, header + 30, length);
\`\`\`

**Good**

\`\`\`c
if (length >= sizeof(name)) return -1;
memcpy(name, header + 30, length);
\`\`\`

- \`sizeof\` of an array is its size in bytes.
- \`sizeof\` of a pointer is *not*.`;

const rules: readonly RuleInfo[] = [
  {
    id: 'boundary_funcs',
    title: 'Copy whose size is not checked against the destination',
    category: 'bounds',
    cwe: [787, 120],
    severity: 'high',
    precision: 'high',
    help: HELP_WITH_EXAMPLES,
  },
  {
    id: 'format_string',
    title: 'Format string that is not a literal',
    category: 'input',
    cwe: [134],
    severity: 'high',
    precision: 'high',
    help: 'A caller who controls the format reads and writes memory through `%x` and `%n`. Hostile help: </script><script>alert(3)</script> [link](javascript:alert(4)).',
  },
  {
    id: 'malloc_no_null_check',
    title: 'Allocation used without a check for NULL',
    category: 'memory',
    cwe: [476],
    severity: 'medium',
    precision: 'medium',
    help: 'An allocation fails when memory runs out or the size is absurd.',
  },
  {
    id: 'toctou_race',
    title: 'File tested before it is used',
    category: 'concurrency',
    cwe: [367],
    severity: 'medium',
    precision: 'low',
    help: 'Between the test and the use, somebody else may replace the file.',
  },
  {
    id: 'unsafe_without_reason',
    title: 'Unsafe block without a SAFETY comment',
    category: 'unsafe_rust',
    cwe: [119],
    severity: 'medium',
    precision: 'medium',
    help: 'The compiler does not check what an unsafe block promises.',
  },
];

/** A report with one candidate of every kind: new, hostile, known, to review, suppressed, gone. */
export const exampleReport: Report = {
  version: '0.1.0',
  mode: 'review',
  verdict: 'findings',
  notice: 'No model looked at this code: these are the proposals of the static scan.',
  summary: summarise(candidates, {
    files: 15,
    lines: 7204,
    root: 'examples/archive',
    skipped: [
      { file: 'src/table_gen.c', reason: 'longer than 10 MB' },
      { file: 'src/<b>logo</b>.c', reason: 'binary data' },
    ],
  }),
  candidates,
  rules,
  imported: [
    {
      rule: 'other_scanner/rule-1',
      file: 'src/<b>table</b>.c',
      line: 88,
      decision: 'not_examined',
      reason: 'no model was asked',
      candidate: 'C6f7a8b',
    },
    {
      rule: 'other_scanner/rule-2',
      file: 'src/gone.c',
      line: 7,
      decision: 'not_examined',
      reason: 'it is in a file that was not examined',
    },
  ],
  revision: {
    commit: '5f0c9d1e7a3b2c4d6e8f9a0b1c2d3e4f5a6b7c8d',
    branch: 'feature/long-names',
    repository: 'https://user:secret@github.example.com/acme/archive.git',
    folder: 'lib',
    modified: ['src/table.c'],
  },
  comparison: {
    base: 'main',
    changed_files: 2,
    changed_functions: ['read_name', 'main', 'table_grow'],
  },
  known: { existing: 1, fixed: 1, included: true },
};

/** The report with other candidates, compared with nothing, its summary made anew. */
export function reportOf(others: readonly ReportedCandidate[]): Report {
  const {
    scanned_files: files,
    scanned_lines: lines,
    scanned_root: root,
    skipped,
  } = exampleReport.summary;
  const summary = summarise(others, { files, lines, root, skipped });
  const { known: _, ...report } = exampleReport;
  return { ...report, candidates: others, summary };
}
