import { isStoreError } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import type { RowSealer, RowSeals } from '../row-seals.ts'
import type { SubscriberText } from './read-model.ts'

/** Empty where the key is destroyed or blocked, or where it cannot be opened. */
export interface OpenedEmail {
  readonly email: string
  readonly isBlocked: boolean
}

interface SealedEmail {
  readonly id: string
  readonly words: string | null
}

/** In the order of the list. A damaged key affects its own subscriber alone. */
export async function openEmails(
  seals: RowSeals,
  listed: readonly SealedEmail[],
): Promise<readonly OpenedEmail[]> {
  const together = await unlessDamaged(seals, listed)
  if (together !== undefined) return listed.map((row) => openedEmail(together, row))
  const emails: OpenedEmail[] = []
  for (const row of listed) {
    const alone = await unlessDamaged(seals, [row])
    emails.push(alone === undefined ? { email: '', isBlocked: false } : openedEmail(alone, row))
  }
  return emails
}

/** Undefined where a key cannot be opened. @throws StoreError while the vault is out of reach */
async function unlessDamaged(
  seals: RowSeals,
  listed: readonly SealedEmail[],
): Promise<RowSealer | undefined> {
  try {
    return await seals.of(listed.map(({ id }) => subscriptionStream(id)))
  } catch (error) {
    if (isStoreError(error) && error.retryable) throw error
    return undefined
  }
}

function openedEmail(sealer: RowSealer, { id, words }: SealedEmail): OpenedEmail {
  const subject = subscriptionStream(id)
  const text = sealer.open({ subject, column: 'subscriptions.words' }, words) as SubscriberText | undefined
  return { email: text?.email ?? '', isBlocked: sealer.isBlocked(subject) }
}
