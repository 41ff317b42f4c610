import { createHmac } from 'node:crypto'
import { accountStream } from '@app/contracts/accounts.ts'
import { USUAL_ADDRESSES } from '@app/contracts/limits/rate-limits.ts'
import type { RateCounters } from './rate-counters.ts'
import type { SubjectKeys } from '../../../kernel/keys/subject-keys.ts'
import { networkOf } from '../client-address.ts'

const NO_KEY = Buffer.alloc(32)
/** A login from a usual address begins its window anew. */
const RENEWED = { max: 1_000_000_000, seconds: USUAL_ADDRESSES.seconds, slides: true }

export type UsualAddresses = ReturnType<typeof createUsualAddresses>

/** Networks from which an account signed in within 30 days: tries from elsewhere do not limit it there. */
export function createUsualAddresses(
  counters: Pick<RateCounters, 'isOpen' | 'take'>,
  keys: Pick<SubjectKeys, 'forReading'>,
) {
  /** Hashed under the subject's key: erasing the account makes its networks unreadable. */
  async function find(accountId: string, address: string) {
    const subject = accountStream(accountId)
    const key = (await keys.forReading([subject], { frozen: true })).get(subject)
    const hashOf = (text: string): Buffer =>
      createHmac('sha256', key ?? NO_KEY)
        .update(text)
        .digest()
    const mark = { name: 'usual address', keyHash: hashOf(`${subject}\n${networkOf(address)}`) }
    const all = { name: 'usual addresss', keyHash: hashOf(subject) }
    return { mark, all, isUsual: await counters.isOpen(mark), isAccount: key !== undefined }
  }

  return {
    /** Takes equally long for accounts that do not exist. */
    has: async (accountId: string, address: string): Promise<boolean> => {
      const { isUsual, isAccount } = await find(accountId, address)
      return isUsual && isAccount
    },
    add: async (accountId: string, address: string): Promise<void> => {
      const { mark, all, isUsual, isAccount } = await find(accountId, address)
      if (!isAccount) return
      if (isUsual || (await counters.take(all, USUAL_ADDRESSES)).isTaken) await counters.take(mark, RENEWED)
    },
  }
}
