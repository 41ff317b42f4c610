import { START } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { logPages } from '@app/event-store/log-pages.ts'
import { eraseSubscriptions } from '@app/processes/erasures/erase-subscribers.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { STAFF } from '../on-account.ts'
import { NO_MATCHES, onlyMatch, type Erasable, type ErasingDeps } from './erasable.ts'
import { textIn } from './personal-texts.ts'

/** Finds streams by keyed hashes of profile and e-mail, so it works after the address was shredded. */
async function subscriptionsOf(
  { sealed, idKeys, unconfirmed, onProgress }: ErasingDeps,
  email: string,
): Promise<readonly string[]> {
  const ids = createSubscriptionIds(idKeys)
  const found = new Set(await unconfirmed.idsOfMailbox(ids.suppression(email)))
  const target = await sealed.headPosition()
  for await (const page of logPages(sealed, START, { filter: { types: ['ReminderSubscribed'] } })) {
    for (const { stream, data } of page.events) {
      const id = ids.subscription(textIn(data.profileId), email)
      if (stream === subscriptionStream(id)) found.add(id)
    }
    onProgress?.(page.scannedTo, target)
  }
  return [...found]
}

export const subscriberErasure: Erasable = {
  columns: ['Correo', 'Suscripciones', 'Id'],
  find: async (deps, email) => {
    const parts = await subscriptionsOf(deps, email)
    if (parts.length === 0) return NO_MATCHES
    const id = createSubscriptionIds(deps.idKeys).suppression(email)
    return onlyMatch({ id, row: [email, String(parts.length), id], parts })
  },
  erase: async (deps, { parts = [] }, email) => {
    const { subscribers, mails } = await eraseSubscriptions(deps, parts, STAFF)
    return { subscribers, mails: mails + (await deps.removeMailsTo([email])) }
  },
  goes: 'el correo en todas sus suscripciones a recordatorios, y los correos guardados que se le enviaron',
  stays:
    'Quedan las fechas de sus suscripciones, sin decir de quién. Si pidió no recibir más recordatorios de nadie, eso sigue en pie.',
  none: (email) => `Nadie pidió recordatorios con el correo ${email}, o ya se borró.`,
}
