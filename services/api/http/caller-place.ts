import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { networkOf } from './client-address.ts'
import { networkBlockOf } from './limits/network-block.ts'
import type { AddressOf } from './limits/rate-limit-lease.ts'

export interface CallerPlaceDeps {
  readonly addressOf: AddressOf
  /** Destroyed after two days: from then on nobody can try all addresses. */
  readonly keyOfToday: () => Promise<Buffer>
}

/** A call's origin, as far as it may be logged. Without the key the network alone. */
export async function callerPlaceOf(
  { addressOf, keyOfToday }: CallerPlaceDeps,
  request: IncomingMessage,
): Promise<Pick<SecurityEvent, 'network' | 'caller'>> {
  const address = addressOf(request)
  const network = networkBlockOf(address)
  const key = await keyOfToday().catch(() => undefined)
  if (key === undefined) return { network }
  const hash = createHmac('sha256', key)
    .update(`security log\n${networkOf(address)}`)
    .digest()
  return { network, caller: hash.subarray(0, CALLER_BYTES).toString('base64url') }
}

/** Enough to distinguish all callers of a day. */
const CALLER_BYTES = 12
