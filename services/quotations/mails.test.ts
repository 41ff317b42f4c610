import { afterEach, beforeEach, expect, test } from 'vitest'
import { quotationStream } from '@app/contracts/quotations.ts'
import { createQuotationLetters, quotationMailReaction } from './mails.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { readStream, type Codec } from '../kernel/codec.ts'
import type { Events } from '../kernel/commands.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { write } from '../../tests/support/api/test-log.ts'

const HOUR_MS = 3_600_000
const stream = quotationStream('00000000-0000-4000-8000-0000000000c1')
const ERASED = { estimatedCards: '1', consent: 'quotation-2026-11-21' }
const ASKED = {
  ...ERASED,
  company: 'Andes Norte',
  contactPerson: 'Ana Rivas Soto',
  email: 'ana@correo.example',
  phone: '912345678',
  comments: '',
}
let store: Events
let clock: Date
let wanted: string[]
let full: string | undefined
beforeEach(async () => {
  clock = new Date('2026-11-24T15:00:00.000Z')
  wanted = []
  full = undefined
  store = await openMemoryEvents(createMemoryLog(), { now: () => clock, newId })
})
afterEach(() => store.log.dispose())

const { react } = quotationMailReaction({
  ids: { suppression: (email) => email },
  counters: { take: async ({ name }) => ({ isTaken: name !== full, used: 1, windowEnd: new Date(0) }) },
  requestMail: async ({ kind }) => void wanted.push(kind),
})

async function reactTo(data: typeof ASKED): Promise<readonly string[]> {
  await write(store, clock, stream, [{ type: 'QuotationRequested', data }])
  return reactAgain()
}
async function reactAgain(): Promise<readonly string[]> {
  const [event] = await readStream(store, stream)
  await react({ store, now: () => clock, newId, names: NAMES }, event!)
  return wanted
}

test('sales and whoever asked get a mail each', async () => {
  expect(await reactTo(ASKED)).toEqual(['quotation-arrived', 'quotation-received'])
})

test('a mailbox that was typed too often today gets none, and sales does [MAIL-15]', async () => {
  full = 'quotation mails of mailbox'
  expect(await reactTo(ASKED)).toEqual(['quotation-arrived'])
})

test('sales gets no more than its mails of a day, and whoever asked gets theirs', async () => {
  full = 'quotation mails to sales'
  expect(await reactTo(ASKED)).toEqual(['quotation-received'])
})

test('nobody is written to after erasure, nor a day later, as when a whole log is read again [MAIL-11]', async () => {
  const whole = store
  const decrypt: Codec['decrypt'] = async (events) => events.map((event) => ({ ...event, data: ERASED }))
  store = { ...whole, codec: { ...whole.codec, decrypt } }
  expect(await reactTo(ASKED)).toEqual([])
  store = whole
  clock = new Date(clock.getTime() + 24 * HOUR_MS + 1)
  expect(await reactAgain()).toEqual([])
})

const mailOf = async (kind: 'quotation-received' | 'quotation-arrived') => {
  const letters = createQuotationLetters({ store, publicUrl: 'https://t.example', now: () => clock })
  const claimed = { kind, subject: stream, id: newId(), contents: undefined }
  return (await letters[kind](claimed))?.mail
}

test('a mail is written when it is sent: not once somebody was contacted [MAIL-15]', async () => {
  await reactTo(ASKED)
  expect((await mailOf('quotation-received'))?.text).toMatch(
    /^Hola, Ana:\n\nRecibimos tu solicitud de 1 tarjeta /,
  )
  await write(store, clock, stream, [{ type: 'QuotationContacted', data: {} }])
  expect(await mailOf('quotation-received')).toBeUndefined()
  expect(await mailOf('quotation-arrived')).toBeUndefined()
})
