import { createHmac } from 'node:crypto'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { USUAL_ADDRESSES } from '@app/contracts/limits/rate-limits.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import { networkOf } from '../client-address.ts'

/** Networks from which an account signed in within 30 days: tries from elsewhere do not limit it there. */
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
  /** Hashed under the subject's key: erasing the account makes its networks unreadable. */
  async function find(accountId: string, address: string) {
    const subject = accountStream(accountId)
    const key = (await keys.forReading([subject], { frozen: true })).get(subject)
    const hashOf = (text: string): Buffer =>
      createHmac('sha256', key ?? NO_KEY)
        .update(text)
        .digest()
    const mark = { name: 'usual address', keyHash: hashOf(`${subject}\n${networkOf(address)}`) }
    const isMarked = (await counters.markedUntil(mark)) !== undefined
    const all = { name: 'usual addresss', keyHash: hashOf(subject) }
    return { mark, all, isMarked, isAccount: key !== undefined }
  }

  return {
    has: async (accountId, address) => {
      const { isMarked, isAccount } = await find(accountId, address)
      return isMarked && isAccount
    },
    add: async (accountId, address) => {
      const { mark, all, isMarked, isAccount } = await find(accountId, address)
      if (!isAccount) return
      if (isMarked || (await counters.take(all, USUAL_ADDRESSES)).isTaken)
        await counters.mark(mark, USUAL_ADDRESSES.seconds)
    },
  }
}
