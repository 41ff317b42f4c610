import { isStoreError } from '@app/contracts/event-store.ts'
import type { ListedSubscription } from '@app/projections/subscriptions/list-reminders.ts'
import { keysThatOpen } from '@app/vault/keys/keys-that-open.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'

type Sealed = Pick<ListedSubscription, 'email'>

/** In the order of the list; empty where the key is destroyed, or where key or e-mail cannot be opened. */
export async function openEmails(
  keys: Pick<SubjectKeys, 'forReading'>,
  listed: readonly Sealed[],
): Promise<readonly string[]> {
  const subjects = [...new Set(listed.flatMap(({ email }) => email?.keyRef ?? []))]
  const found = await keysThatOpen(keys, subjects)
  return listed.map(({ email }) => (email === null ? '' : openedEmail(email, found.get(email.keyRef))))
}

function openedEmail({ fields, eventId }: NonNullable<Sealed['email']>, key: Buffer | undefined): string {
  try {
    const { email } = openFields(fields, eventId, key)
    return typeof email === 'string' ? email : ''
  } catch (error) {
    if (isStoreError(error, 'Corrupt')) return ''
    throw error
  }
}
