import { createHmac, timingSafeEqual } from 'node:crypto'
import { mailedToken } from '@app/contracts/fields/text.ts'
import type { IdKeys } from './keyed-ids.ts'

/** RFC 4648 without padding, in lower case: mail servers may change the case of an address. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const SPARE_BITS = 4n

const base32 = (bytes: Buffer): string =>
  (BigInt(`0x${bytes.toString('hex')}`) << SPARE_BITS)
    .toString(32)
    .padStart(TOKEN_DIGITS, '0')
    .replaceAll(/./g, (digit) => ALPHABET[parseInt(digit, 32)]!)

/** Undefined for any text but one of `base32`, whose case does not matter. */
function fromBase32(text: string): Buffer | undefined {
  let value = 0n
  for (const digit of text.toLowerCase()) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit))
  const bytes = Buffer.from((value >> SPARE_BITS).toString(16).padStart(2 * TOKEN_BYTES, '0'), 'hex')
  return bytes.length > 0 && base32(bytes) === text.toLowerCase() ? bytes : undefined
}

export type ReminderPurpose = 'unsubscribe' | 'talked' | 'bounce'

export interface TokenOfCycle {
  readonly subscriptionId: string
  readonly cycle: number
}

const ID_BYTES = 16
const CYCLE_BYTES = 3
const HEAD_BYTES = ID_BYTES + CYCLE_BYTES
const MAC_BYTES = 13
/** With `rebotes+` they fit into the local part of an address (64, RFC 5321). */
const TOKEN_BYTES = HEAD_BYTES + MAC_BYTES
const TOKEN_DIGITS = 52

export type ReminderTokens = ReturnType<typeof createReminderTokens>

/** Signed, and not random: a mail that is written again has the same links, and no table grows with them. */
export function createReminderTokens(keys: IdKeys) {
  const key = keys.of('reminder-tokens')
  const macOf = (purpose: ReminderPurpose, head: Buffer): Buffer =>
    createHmac('sha256', key).update(`${purpose}\n`).update(head).digest().subarray(0, MAC_BYTES)
  return {
    issue: (purpose: ReminderPurpose, of: TokenOfCycle): string => {
      const head = headOf(of)
      return base32(Buffer.concat([head, macOf(purpose, head)]))
    },
    /** Undefined when it was not issued for this purpose. */
    read: (purpose: ReminderPurpose, token: string): TokenOfCycle | undefined => {
      const bytes = fromBase32(mailedToken(token, TOKEN_DIGITS) ?? '')
      if (bytes === undefined) return undefined
      const head = bytes.subarray(0, HEAD_BYTES)
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(purpose, head))) return undefined
      return {
        subscriptionId: uuidOf(head.toString('hex', 0, ID_BYTES)),
        cycle: head.readUIntBE(ID_BYTES, CYCLE_BYTES),
      }
    },
  }
}

function headOf({ subscriptionId, cycle }: TokenOfCycle): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  const written = head.write(subscriptionId.replaceAll('-', ''), 0, 'hex')
  if (written !== ID_BYTES) throw new Error('the id of a subscription is a UUID')
  head.writeUIntBE(cycle, ID_BYTES, CYCLE_BYTES)
  return head
}

const uuidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
