import { createHmac } from 'node:crypto'
import type { CountedLimitName, Quota, RateLimit } from '@app/contracts/limits/rate-limits.ts'
import type { RateCounter } from '@app/vault/logins/rate-counters.ts'
import { networkBlockOf, networkOf } from '../client-address.ts'
import type { LimitedCall } from './rate-limit-lease.ts'

const NETWORKS_OF_BLOCK = 16

type Scope = 'account and address' | 'address' | 'block' | 'day of block' | 'account' | 'profile'

export interface Count extends RateCounter {
  readonly by: Scope
  readonly quota: Quota
  readonly exemptsUsual: boolean
  /** If usual addresses are exempt, a known refusal applies to this account at this address only. */
  readonly refusedAs: string
}

type Whose = readonly (string | undefined)[]

/** Narrowest first: a stranger's refused tries must not use up the common quota. */
export function countsOf(
  {
    name,
    limit,
    call,
  }: {
    readonly name: CountedLimitName
    readonly limit: RateLimit
    readonly call: Pick<LimitedCall, 'account' | 'address' | 'profile'>
  },
  key: Buffer,
): readonly Count[] {
  const { perAccountAndAddress, perAddress, perBlock, perAccount, perProfile } = limit
  const address = networkOf(call.address)
  const hashOf = (whose: Whose): Buffer => createHmac('sha256', key).update(whose.join('\n')).digest()
  const count = (by: Scope, quota: Quota | undefined, ...whose: Whose): readonly Count[] => {
    if (quota === undefined || whose.includes(undefined)) return []
    const exemptsUsual = by === 'account' && perAccountAndAddress !== undefined
    const keyHash = hashOf(whose)
    const refused = exemptsUsual ? hashOf([...whose, address]) : keyHash
    const refusedAs = `${name} by ${by} ${refused.toString('base64')}`
    return [{ name: `${name} by ${by}`, by, keyHash, quota, exemptsUsual, refusedAs }]
  }
  return [
    ...count('account and address', perAccountAndAddress, call.account, address),
    ...count('address', perAddress, address),
    ...count('block', ofBlock(perAddress), blockOf(call.address)),
    ...count('day of block', perBlock, networkBlockOf(call.address)),
    ...count('account', perAccount, call.account),
    ...count('profile', perProfile, call.profile),
  ]
}

const blockOf = (address: string): string | undefined =>
  address.includes(':') ? networkBlockOf(address) : undefined

/** A /48 of IPv6 has 65,536 networks, but the quota of NETWORKS_OF_BLOCK. */
const ofBlock = ({ max, seconds }: Quota): Quota => ({ max: max * NETWORKS_OF_BLOCK, seconds })
