/** Consequences of enhanced status codes (RFC 3463) for later mails to the same mailbox. */

const NO_SUCH_MAILBOX: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.10'])
const REPORTS_MAX = 3
const STATUS = /^[245]\.\d{1,3}\.\d{1,3}$/

const isDeliveryStatus = (text: string): boolean => STATUS.test(text)

/** While the mail is handed over: addresses that do not exist, and servers that give no reason. */
export const refusedForGood = (status: string | undefined): boolean =>
  status === undefined || status.startsWith('5.1.')

/** By a report after the server accepted the mail, the `nth` of its cycle. */
export function afterReport(status: string, nth: number): 'none' | 'reported' | 'bounced' {
  if (!isDeliveryStatus(status) || status.startsWith('2.')) return 'none'
  return NO_SUCH_MAILBOX.has(status) || nth >= REPORTS_MAX ? 'bounced' : 'reported'
}
