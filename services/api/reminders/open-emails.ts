import { isStoreError } from '@app/contracts/event-store.ts'
import type { ListedSubscription } from '@app/projections/subscriptions/list-reminders.ts'
import { keysThatOpen } from '@app/vault/keys/keys-that-open.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'

type Sealed = Pick<ListedSubscription, 'email'>

/** Empty where the key is destroyed or blocked, or where key or e-mail cannot be opened. */
export interface OpenedEmail {
  readonly email: string
  readonly isBlocked: boolean
}

/** In the order of the list. */
export async function openEmails(
  keys: Pick<SubjectKeys, 'withLosses'>,
  listed: readonly Sealed[],
): Promise<readonly OpenedEmail[]> {
  const subjects = [...new Set(listed.flatMap(({ email }) => email?.keyRef ?? []))]
  const found = await keysThatOpen(keys, subjects)
  return listed.map(({ email }) =>
    email === null
      ? { email: '', isBlocked: false }
      : {
          email: openedEmail(email, found.keys.get(email.keyRef)),
          isBlocked: found.blocked.has(email.keyRef),
        },
  )
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
