import type { IncomingMessage } from 'node:http'
import { mailboxKeySchema } from '@app/contracts/api/rights/mailbox-calls.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { OpenedLink, RightsLinks } from '@app/vault/mails/rights-links.ts'

/** By a header and never by a cookie, so that no other site can act for the person. @throws Refusal invalid-token */
export async function openedMailbox(
  links: Pick<RightsLinks, 'openedBy'>,
  request: IncomingMessage,
): Promise<OpenedLink> {
  const opened = await links.openedBy(mailboxKeyIn(request))
  if (opened === undefined) throw new Refusal('invalid-token')
  return opened
}

/** @throws Refusal invalid-token */
export function mailboxKeyIn({ headers }: IncomingMessage): string {
  const key = mailboxKeySchema.safeParse(headers['mailbox-key']).data
  if (key === undefined) throw new Refusal('invalid-token')
  return key
}

/** Who holds the mailbox, by its keyed hash. */
export const holderOf = ({ mailboxId }: OpenedLink): Actor => ({
  kind: 'visitor',
  id: mailboxId,
})
