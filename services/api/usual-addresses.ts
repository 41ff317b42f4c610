import { createHmac } from 'node:crypto'
import { accountStream } from '@app/contracts/events/account.ts'
import type { Counter, RateCounters } from '@app/vault/rate-counters.ts'
import type { SubjectKeys } from '@app/vault/subject-keys.ts'
import { networkOf } from './client-address.ts'

/** Where an account came in from within 30 days: guesses of others do not hold it back there. */
export interface UsualAddresses {
  /** Takes as long for accounts that do not exist. */
  has(accountId: string, address: string): Promise<boolean>
  add(accountId: string, address: string): Promise<void>
}

const USUAL_SECONDS = 30 * 86_400
const NO_KEY = Buffer.alloc(32)

export function createUsualAddresses({
  counters,
  keys,
}: {
  readonly counters: Pick<RateCounters, 'mark' | 'isMarked'>
  readonly keys: Pick<SubjectKeys, 'forReading'>
}): UsualAddresses {
  /** Under the key of the account's person: who was forgotten has no addresses any more. */
  async function markOf(accountId: string, address: string) {
    const subject = accountStream(accountId)
    const key = (await keys.forReading([subject])).get(subject)
    const keyHash = createHmac('sha256', key ?? NO_KEY).update(`${subject}\n${networkOf(address)}`)
    const mark: Counter = { name: 'usual address', keyHash: keyHash.digest() }
    return { isKnown: key !== undefined, mark }
  }

  return {
    has: async (accountId, address) => {
      const { isKnown, mark } = await markOf(accountId, address)
      return (await counters.isMarked(mark)) && isKnown
    },
    add: async (accountId, address) => {
      const { isKnown, mark } = await markOf(accountId, address)
      if (isKnown) await counters.mark(mark, USUAL_SECONDS)
    },
  }
}
