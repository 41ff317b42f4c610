import { randomInt, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { CODE_ALPHABET, normalCode } from '@app/contracts/fields/activation-code.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { readStream } from '../kernel/codec.ts'
import type { Events } from '../kernel/commands.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { CODE_SEALS, NAMES } from '../kernel/keys/testing/names.ts'
import { issueCodes } from './code-admin-routes.ts'
import { now } from '../accounts/testing/people.ts'

const STAFF: Actor = { kind: 'system', id: 'test' }
let store: Events
beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId: randomUUID })
})

const issue = (count: number, below: (n: number) => number = randomInt, maxProfiles = 3) =>
  issueCodes(
    { store, names: NAMES, codeSeals: CODE_SEALS, now, newId: randomUUID, below },
    { count, maxProfiles, actor: STAFF },
  )

test('the requested number of different codes is issued, in printed form', async () => {
  const codes = await issue(50)
  expect(new Set(codes).size).toBe(50)
  for (const code of codes) {
    expect(normalCode(code)).toBe(code)
    const codeId = NAMES.activationCode(code)
    const [issued, ...more] = await readStream(store, activationCodeStream(codeId))
    expect(issued).toMatchObject({ type: 'CodeIssued', data: { maxProfiles: 3 }, meta: { actor: STAFF } })
    expect(CODE_SEALS.open(codeId, issued?.data.sealedCode as string)).toBe(code)
    expect(more).toEqual([])
  }
})

/** Signs of this alphabet, in this order; the last one for ever. */
const drawing = (signs: string) => {
  const drawn = [...signs].map((sign) => CODE_ALPHABET.indexOf(sign))
  return () => (drawn.length > 1 ? drawn.shift()! : drawn[0]!)
}

test('a code that was issued before is refused, and is not issued again', async () => {
  expect(await issue(1, drawing('A'))).toEqual(['AAAA-AAAA-AAAA'])
  await expect(issue(1, drawing('A'))).rejects.toMatchObject({ code: 'conflict' })
  expect(await wholeLog(store, ['CodeIssued'])).toHaveLength(1)
})
