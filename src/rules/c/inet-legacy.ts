import type { CRule } from './c-rule.ts';

const LEGACY: ReadonlyMap<string, string> = new Map(
  Object.entries({
    inet_addr: 'its error value is also the address 255.255.255.255; use inet_pton',
    inet_ntoa: 'it returns a buffer that all threads share; use inet_ntop',
    inet_aton: 'it takes shortened addresses and knows no IPv6; use inet_pton',
    gethostbyname: 'it shares its result between threads and knows no IPv6; use getaddrinfo',
    gethostbyaddr: 'it shares its result between threads and knows no IPv6; use getnameinfo',
    gethostbyname_r: 'it knows no IPv6; use getaddrinfo',
  }),
);

export const inetLegacy: CRule = {
  id: 'inet_legacy',
  isOfName: true,
  title: 'An outdated address function',
  category: 'concurrency',
  cwe: [477, 676],
  severity: 'low',
  event: 'shape',
  precision: 'medium',
  help: 'The old address functions share one result between all threads, cannot tell an error from an address, or know only IPv4. All have successors with the same use and none of that.',
  suggestion: 'Use inet_pton, inet_ntop, getaddrinfo and getnameinfo.',
  languages: ['c', 'cpp'],
  examples: {
    bad: [
      `#include <arpa/inet.h>
void fill(struct sockaddr_in *to, const char *host) {
  to->sin_addr.s_addr = inet_addr(host); // defect
}`,
    ],
    good: [
      `#include <arpa/inet.h>
int fill(struct sockaddr_in *to, const char *host) {
  return inet_pton(AF_INET, host, &to->sin_addr) == 1;
}`,
    ],
  },
  listen: (report) => ({
    call(event) {
      const reason = LEGACY.get(event.call.name);
      if (reason !== undefined && event.call.receiver === undefined)
        report(event.call, `\`${event.call.name}\` is outdated: ${reason}`, { confidence: 0.45 });
    },
  }),
};
