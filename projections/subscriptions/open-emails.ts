import { isStoreError } from '@app/contracts/event-store.ts'
import { openWords } from '../lists/open-words.ts'
import type { RowSeals } from '../row-seals.ts'
import type { SubscriberText } from './read-model.ts'

/** Empty where the key is destroyed or blocked, or where it cannot be opened. */
export interface OpenedEmail {
  readonly email: string
  readonly isBlocked: boolean
}

type SealedEmails = Parameters<typeof openWords>[2]

/** In the order of the list. A damaged key affects its own subscriber alone. */
export async function openEmails(seals: RowSeals, listed: SealedEmails): Promise<readonly OpenedEmail[]> {
  try {
    const opened = await openWords<SubscriberText>(seals, 'subscriptions', listed)
    return opened.map(({ words, isBlocked }) => ({ email: words?.email ?? '', isBlocked }))
  } catch (error) {
    if (isStoreError(error) && error.retryable) throw error
    if (listed.length <= 1) return listed.map(() => ({ email: '', isBlocked: false }))
  }
  const alone: OpenedEmail[] = []
  for (const one of listed) alone.push(...(await openEmails(seals, [one])))
  return alone
}
