import { UsageError } from '../../errors.ts';

const FORMATS = ['slack', 'teams', 'json'] as const;

/** In which form a receiver takes notices. */
export type NoticeFormat = (typeof FORMATS)[number];

/** Where notices go. Who knows the address of a chat may write to it: it is a secret. */
export interface NoticeReceiver {
  readonly format: NoticeFormat;
  readonly address: string;
}

const HELP =
  "write 'slack=https://…', 'teams=https://…' or 'json=https://…', with spaces between several";

/**
 * The receivers that who runs the App has set: words such as `slack=https://hooks.example.org/…`.
 * @throws UsageError that says which word is wrong, without its address
 */
export function parseNoticeReceivers(text: string): NoticeReceiver[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return words.map((word, index) => {
    const which = `RUSTWARD_NOTICES: receiver ${index + 1}`;
    const [, name = '', address = ''] = /^([a-z]+)=(.+)$/.exec(word) ?? [];
    const format = FORMATS.find((one) => one === name);
    if (format === undefined) throw new UsageError(`${which} has no format: ${HELP}`);
    const url = URL.parse(address);
    if (url === null || !(url.protocol === 'https:' || isOnThisMachine(url))) {
      throw new UsageError(`${which} has no address that begins with https://: ${HELP}`);
    }
    return { format, address: url.href };
  });
}

function isOnThisMachine({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
}
