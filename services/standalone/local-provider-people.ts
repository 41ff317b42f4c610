import { createHash } from 'node:crypto'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { LRUCache } from 'lru-cache'

export interface LocalPerson {
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

export interface LocalPeople {
  /** @returns the subject */
  remember(person: LocalPerson): string
  find(subject: string): LocalPerson | undefined
}

const REMEMBERED_MAX = 1_000

/** In memory only. The subject is derived from the address, so it stays the same after a restart. */
export function createLocalPeople(): LocalPeople {
  const people = new LRUCache<string, LocalPerson>({ max: REMEMBERED_MAX })
  return {
    remember: (person) => {
      const subject = createHash('sha256').update(normalEmail(person.email)).digest('hex').slice(0, 32)
      people.set(subject, person)
      return subject
    },
    find: (subject) => people.get(subject),
  }
}
