import { isStoreError } from '@app/contracts/event-store.ts'
import type { ListedSubscription } from '@app/projections/subscriptions/list-reminders.ts'
import type { SubjectKeys, KeysAndLosses } from '@app/vault/keys/subject-keys.ts'
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

type ReadableKeys = Pick<SubjectKeys, 'withLosses'>
type FoundKeys = Pick<KeysAndLosses, 'keys' | 'blocked'>

/**
 * The existing keys that can be opened: a damaged one affects its own subject alone.
 * @throws StoreError while the vault is out of reach
 */
async function keysThatOpen(keys: ReadableKeys, subjects: readonly string[]): Promise<FoundKeys> {
  const together = await unlessUnopened(keys, subjects)
  if (together !== undefined) return together
  const found = { keys: new Map<string, Buffer>(), blocked: new Set<string>() }
  for (const subject of subjects) {
    const alone = await unlessUnopened(keys, [subject])
    const key = alone?.keys.get(subject)
    if (key !== undefined) found.keys.set(subject, key)
    if (alone?.blocked.has(subject)) found.blocked.add(subject)
  }
  return found
}

/** Undefined when one of them cannot be opened. */
async function unlessUnopened(
  keys: ReadableKeys,
  subjects: readonly string[],
): Promise<FoundKeys | undefined> {
  try {
    return await keys.withLosses(subjects)
  } catch (error) {
    if (isStoreError(error) && error.retryable) throw error
    return undefined
  }
}
