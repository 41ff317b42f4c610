import { createHmac } from 'node:crypto'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { USUAL_ADDRESSES } from '@app/contracts/limits/rate-limits.ts'
import type { RateCounter, RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { networkOf } from '../client-address.ts'

/** Addresses from which an account signed in within 30 days: tries from elsewhere do not limit it there. */
export interface UsualAddresses {
  /** Takes equally long for accounts that do not exist. */
  has(accountId: string, address: string): Promise<boolean>
  add(accountId: string, address: string): Promise<void>
}

const NO_KEY = Buffer.alloc(32)

export function createUsualAddresses({
  counters,
  keys,
}: {
  readonly counters: Pick<RateCounters, 'mark' | 'markedUntil' | 'take'>
  readonly keys: Pick<SubjectKeys, 'forReading'>
}): UsualAddresses {
  /** Hashed under the subject's key: erasing the account makes its addresses unreadable. */
  async function markOf(accountId: string, address: string) {
    const subject = accountStream(accountId)
    const key = (await keys.forReading([subject])).get(subject)
    const counterOf = (name: string, whose: string): RateCounter => ({
      name,
      keyHash: createHmac('sha256', key ?? NO_KEY)
        .update(whose)
        .digest(),
    })
    return {
      isKnown: key !== undefined,
      mark: counterOf('usual address', `${subject}\n${networkOf(address)}`),
      all: counterOf('usual addresses', subject),
    }
  }

  return {
    has: async (accountId, address) => {
      const { isKnown, mark } = await markOf(accountId, address)
      return (await counters.markedUntil(mark)) !== undefined && isKnown
    },
    add: async (accountId, address) => {
      const { isKnown, mark, all } = await markOf(accountId, address)
      if (!isKnown) return
      const isNew = (await counters.markedUntil(mark)) === undefined
      if (isNew && !(await counters.take(all, USUAL_ADDRESSES)).isTaken) return
      await counters.mark(mark, USUAL_ADDRESSES.seconds)
    },
  }
}
