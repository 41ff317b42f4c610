import { createHash } from 'node:crypto'
import { normalEmail } from '@app/contracts/fields/email.ts'
import { LRUCache } from 'lru-cache'

/** Somebody as they said they are. */
export interface LocalPerson {
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

export interface LocalPeople {
  /** Takes what was said of a person; answers their subject. */
  remember(person: LocalPerson): string
  find(subject: string): LocalPerson | undefined
}

const REMEMBERED_MAX = 1_000

/** The people of the local provider, as long as it runs. One address is one person, after a restart too. */
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
