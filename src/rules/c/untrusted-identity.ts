import type { CallExpr, Expr, LoweredFunction, Variable } from '../../code/c/ir/ast.ts';
import { expressionsOf } from '../../code/c/ir/walk.ts';
import { withoutCasts } from '../../code/c/ir/without-casts.ts';
import type { CRule } from './c-rule.ts';

const COMPARES = /^(?:str(?:n|case|ncase)?cmp|strstr|fnmatch)$/;
const NAMED_USER =
  /^(?:USER|LOGNAME|USERNAME|SUDO_USER|HTTP_COOKIE|REMOTE_HOST|HTTP_REFERER|HTTP_X_FORWARDED_FOR|HTTP_USER_AGENT)$/;

export const untrustedIdentity: CRule = {
  id: 'untrusted_identity',
  title: 'Rights are decided by a name that can be made up',
  category: 'permissions',
  cwe: [807],
  furtherCwe: [290, 350],
  severity: 'high',
  event: 'shape',
  precision: 'medium',
  help: 'Environment variables, cookies, `getlogin` and the name that an address has in the DNS are set by the user or the peer. A decision about rights that compares them is made by those who set them.',
  suggestion:
    'Use getuid, geteuid or SO_PEERCRED, or an authentication that the other side cannot make up.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int is_admin(void) {
  const char *user = getenv("USER");
  return user != NULL && strcmp(user, "root") == 0; // defect
}
int may_stop(void) {
  char *name = getlogin();
  return name != NULL && strcmp(name, "operator") == 0; // defect
}
int is_friend(const void *address) {
  struct hostent *peer = gethostbyaddr(address, 4, AF_INET);
  return peer != NULL && strcmp(peer->h_name, "trusted.example.org") == 0; // defect
}`,
    ],
    good: [
      `#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int is_admin(void) { return geteuid() == 0; }
int is_quiet(void) {
  const char *level = getenv("LEVEL");
  return level != NULL && strcmp(level, "quiet") == 0;
}`,
    ],
  },
  inspect(unit, report) {
    for (const fn of unit.functions) {
      const calls = expressionsOf(fn.blocks).filter((expr) => expr.kind === 'call');
      const compares = calls.filter(({ name }) => COMPARES.test(name));
      if (compares.length === 0) continue;
      const claims = claimsIn(fn);
      for (const call of compares) {
        const claim = call.args.map((arg) => claimOf(arg, claims)).find((one) => one !== undefined);
        if (claim === undefined) continue;
        report(call, `${claim.what} is what the other side says of itself`, {
          confidence: 0.6,
          cwe: claim.cwe,
        });
      }
    }
  },
};

interface Claim {
  readonly what: string;
  readonly cwe: number;
}

/** The variables of a function that hold such a claim. */
function claimsIn(fn: LoweredFunction): ReadonlyMap<Variable, Claim> {
  const found = new Map<Variable, Claim>();
  const note = (variable: Variable | undefined, value: Expr | undefined): void => {
    const bare = value && withoutCasts(value);
    const claim = bare?.kind === 'call' ? claimOfCall(bare) : undefined;
    if (variable !== undefined && claim !== undefined) found.set(variable, claim);
  };
  for (const { steps } of fn.blocks)
    for (const step of steps) if (step.kind === 'declare') note(step.variable, step.init);
  for (const expr of expressionsOf(fn.blocks))
    if (expr.kind === 'assign' && expr.target.kind === 'name')
      note(expr.target.variable, expr.value);
  return found;
}

function claimOfCall({ name, args }: CallExpr): Claim | undefined {
  const first = args[0] && withoutCasts(args[0]);
  if (name === 'getlogin' || name === 'cuserid') return { what: `\`${name}\``, cwe: 290 };
  if (name === 'gethostbyaddr') return { what: 'the name of an address in the DNS', cwe: 350 };
  if (/^(?:secure_)?getenv$/.test(name) && first?.kind === 'string' && NAMED_USER.test(first.value))
    return { what: `\`${first.value}\` of the environment`, cwe: 807 };
  return undefined;
}

function claimOf(arg: Expr, claims: ReadonlyMap<Variable, Claim>): Claim | undefined {
  const bare = withoutCasts(arg);
  if (bare.kind === 'call') return claimOfCall(bare);
  if (bare.kind === 'name' && bare.variable !== undefined) {
    const claim = claims.get(bare.variable);
    return claim?.cwe === 350 ? undefined : claim;
  }
  if (bare.kind !== 'member' || bare.name !== 'h_name') return undefined;
  const base = withoutCasts(bare.base);
  return base.kind === 'name' && base.variable !== undefined
    ? claims.get(base.variable)
    : undefined;
}
