import { quote, type RustRule } from './rust-rule.ts';
import { fileArgument } from './support/sinks.ts';

export const insecureTempFile: RustRule = {
  id: 'insecure_temp_file',
  title: 'Temporary file with a name that can be guessed',
  category: 'permissions',
  cwe: [377, 379, 59],
  severity: 'medium',
  precision: 'medium',
  languages: ['rust'],
  help: 'Every user may create files in the temporary directory. An attacker who guesses the name puts a link there first, and the program then overwrites a file of their choice or reads what they wrote.',
  suggestion: 'Use the `tempfile` crate, or `create_new(true)` in a directory of your own.',
  examples: {
    bad: [
      `fn save(data: &[u8]) -> std::io::Result<()> {
    std::fs::write("/tmp/report.txt", data) // defect
}`,
    ],
    good: [
      `fn save(data: &[u8]) -> std::io::Result<()> {
    let mut file = tempfile::NamedTempFile::new()?;
    std::io::Write::write_all(&mut file, data)
}`,
    ],
  },
  check(facts, report) {
    for (const analyzed of facts.functions) {
      for (const call of analyzed.events.calls) {
        const at = fileArgument(call);
        const path = at === undefined ? undefined : call.arguments[at];
        const writes =
          /^(?:write|create)$/.test(call.name) ||
          (call.name === 'open' &&
            call.receiver?.builder?.steps.some((step) =>
              /^(?:create|write|append)$/.test(step.method),
            ) === true);
        const exclusive =
          call.receiver?.builder?.steps.some((step) => step.method === 'create_new') === true;
        if (path === undefined || !writes || exclusive) continue;
        if (!/^\/(?:var\/)?tmp\/[^\0]+$/.test(path.text ?? '')) continue;
        report({
          node: call.node,
          in: analyzed,
          message: `\`${quote(facts, call.node)}\` writes to a name in a shared directory that an attacker can guess.`,
          confidence: analyzed.fn.name === 'main' ? 0.5 : 0.6,
        });
      }
    }
  },
};
