import { createHmac, timingSafeEqual } from 'node:crypto'
import { mailedToken } from '@app/contracts/fields/text.ts'
import type { IdKeys } from './id-keys.ts'

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648 without padding, in lower case: mail servers may change the case of an address. */
export function base32(bytes: Buffer): string {
  let [text, rest, bits] = ['', 0, 0]
  for (const byte of bytes) {
    rest = ((rest << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(rest >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + ALPHABET[(rest << (5 - bits)) & 31]
}

/** @param length of the bytes that were written; undefined when the text is not of that many bytes */
export function fromBase32(text: string, length: number): Buffer | undefined {
  const digits = Math.ceil((length * 8) / 5)
  if (text.length !== digits || !/^[a-z2-7]+$/i.test(text)) return undefined
  let value = 0n
  for (const digit of text.toLowerCase()) value = (value << 5n) | BigInt(ALPHABET.indexOf(digit))
  const spare = BigInt(digits * 5 - length * 8)
  if ((value & ((1n << spare) - 1n)) !== 0n) return undefined
  return Buffer.from((value >> spare).toString(16).padStart(length * 2, '0'), 'hex')
}

/** Purposes of a link or an address of a reminder. */
export type ReminderPurpose = 'unsubscribe' | 'talked' | 'page' | 'bounce'

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
      const bytes = fromBase32(mailedToken(token, TOKEN_DIGITS) ?? '', TOKEN_BYTES)
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
