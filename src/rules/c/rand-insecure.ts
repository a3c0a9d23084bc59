import type { Expr, Variable } from '../../code/c/ir/ast.ts';
import type { CRule } from './c-rule.ts';
import { isUnguessableName } from './support/texts/secret-names.ts';

const WEAK = /^(?:rand|random|rand_r|drand48|lrand48|mrand48|jrand48|nrand48|erand48)$/;
const MAKES_SECRETS =
  /token|passw|secret|session|nonce|salt|key|otp|csrf|cookie|uuid|guid|crypt|captcha/i;
const GENERATOR = /^(?:gen|generate|make|create|new|random|init|build|derive|rand)/i;

export const randInsecure: CRule = {
  id: 'rand_insecure',
  title: 'Predictable random numbers',
  category: 'crypto',
  cwe: [338, 330, 337],
  severity: 'medium',
  event: 'shape',
  precision: 'medium',
  help: '`rand` and `random` follow a short formula: from a few numbers, or from the time they were seeded, all others can be worked out. For dice that is fine; for keys, tokens, passwords and salts it is not.',
  suggestion: 'Use getrandom, arc4random_buf or the random generator of the crypto library.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <stdlib.h>
void make_token(char *token, int length) {
  for (int i = 0; i < length; i++) token[i] = 'a' + rand() % 26; // defect
}`,
      `#include <stdlib.h>
struct session { unsigned long nonce; };
void start(struct session *session) {
  session->nonce = random(); // defect
}`,
    ],
    good: [
      `#include <sys/random.h>
int make_token(unsigned char *token, size_t length) {
  return getrandom(token, length, 0) == (ssize_t)length ? 0 : -1;
}`,
    ],
  },
  listen(report) {
    const heard = new Set<string>();
    return {
      call(event, facts) {
        if (!WEAK.test(event.call.name) || event.call.receiver !== undefined) return;
        const name = facts.function.name;
        const makes =
          MAKES_SECRETS.test(name) && (GENERATOR.test(name) || /_?gen|random/i.test(name));
        report(
          event.call,
          makes
            ? `\`${event.call.name}\` is predictable, and \`${name}\` makes something that must not be guessed`
            : `\`${event.call.name}\` is predictable`,
          { confidence: makes ? 0.85 : 0.45 },
        );
      },
      assign(event, facts) {
        if (facts.taint(event.assigned)?.kind !== 'random') return;
        const name = nameOf(event.target);
        if (name === undefined || !isUnguessableName(name)) return;
        const key = `${event.expr.start}`;
        if (heard.has(key)) return;
        heard.add(key);
        report(event.expr, `\`${name}\` is made from a predictable random number`, {
          confidence: 0.85,
        });
      },
    };
  },
};

function nameOf(target: Expr | Variable): string | undefined {
  if (!('kind' in target)) return target.name;
  if (target.kind === 'name' || target.kind === 'member') return target.name;
  if (target.kind === 'index') return nameOf(target.base);
  return target.kind === 'deref' ? nameOf(target.operand) : undefined;
}
