import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { positionOf, type JsonObject, type StoredEvent } from '@app/contracts/event-store.ts'
import { expect, test } from 'vitest'
import { isSealed, openEvents, openFields, sealFields } from './sealed-fields.ts'

const seed = Number(process.env['TEST_SEED'])
const EVENT_ID = '0190b5a0-7c1e-7d3a-8f00-00000000000a'
const OTHER_ID = '0190b5a0-7c1e-7d3a-8f00-00000000000b'
const key = Buffer.alloc(32, 1)
const said: JsonObject = { network: 'email', fullName: 'Ana Paz', phone: '+56912345678' }
const PERSONAL = ['fullName', 'phone']
const sealedWith = (data: JsonObject, fields: readonly string[] = PERSONAL, eventId = EVENT_ID) =>
  sealFields(data, fields, { key, eventId, random: randomBytes })
const sealed = sealedWith(said)

const stored = (data: JsonObject, keyRef?: string): StoredEvent => ({
  id: EVENT_ID,
  type: 'VisitorIdentified',
  version: 1,
  data,
  meta: {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: EVENT_ID,
    causationId: null,
    ...(keyRef === undefined ? {} : { keyRef }),
  },
  stream: 'interaction-1',
  revision: 0n,
  position: positionOf(7n),
  recordedAt: new Date('2026-03-02T12:00:00.000Z'),
})

test('the named fields are sealed, the others are left in the clear', () => {
  expect(sealed['network']).toBe('email')
  expect(PERSONAL.map((field) => isSealed(sealed[field]))).toEqual([true, true])
  expect(JSON.stringify(sealed)).not.toMatch(/Ana|Paz|\+569/)
})

test('an absent field stays absent, an empty one is sealed as well', () => {
  expect(Object.keys(sealedWith({ phone: '' }))).toEqual(['phone'])
  expect(isSealed(sealedWith({ phone: '' })['phone'])).toBe(true)
})

test('any JSON opens to the original', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const data = JSON.parse(JSON.stringify({ value })) as JsonObject
      expect(openFields(sealedWith(data, ['value']), EVENT_ID, key)).toEqual(data)
    }),
    { seed },
  )
})

test('an event’s id is the same in capitals, because stores keep it in lower case', () => {
  const capitals = sealedWith(said, PERSONAL, EVENT_ID.toUpperCase())
  expect(openFields(capitals, EVENT_ID, key)).toEqual(said)
})

test('without a key sealed fields are absent, and the others are present', () => {
  expect(openFields(sealed, EVENT_ID, undefined)).toEqual({ network: 'email' })
})

const swapped = { ...sealed, fullName: sealed['phone'] }

test('a field moved to another field or to another event is Corrupt', () => {
  expect(() => openFields(swapped, EVENT_ID, key)).toThrow(/field fullName does not open/)
  expect(() => openFields(sealed, OTHER_ID, key)).toThrow(expect.objectContaining({ code: 'Corrupt' }))
})

test('an error does not contain the text that was to be sealed', () => {
  const broken = sealFields({ fullName: 'Ana Paz' }, ['fullName'], {
    key,
    eventId: OTHER_ID,
    random: randomBytes,
  })
  expect(() => openFields(broken, EVENT_ID, key)).toThrow(/^(?!.*Ana)/)
})

test('a page without sealed fields is passed on, and no key is loaded', async () => {
  const page = [stored({ network: 'email' })]
  expect(await openEvents(page, () => Promise.reject(new Error('asked')))).toBe(page)
})

test('the keys of a page are loaded once, each subject once', async () => {
  const asked: (readonly string[])[] = []
  const page = [stored(sealed, 'ana'), stored({}), stored(sealed, 'luis'), stored(sealed, 'ana')]
  const opened = await openEvents(page, async (subjects) => {
    asked.push(subjects)
    return new Map([['ana', key]])
  })
  expect(asked).toEqual([['ana', 'luis']])
  expect(opened.map(({ data }) => data)).toEqual([said, {}, { network: 'email' }, said])
  expect(opened[0]).toEqual(stored(said, 'ana'))
})

test('a page with a corrupt event names its position', async () => {
  const page = [stored({}), stored(swapped, 'ana')]
  await expect(openEvents(page, async () => new Map([['ana', key]]))).rejects.toMatchObject({
    code: 'Corrupt',
    facts: { position: 7n, stream: 'interaction-1', revision: 0n, id: EVENT_ID, type: 'VisitorIdentified' },
  })
})

test('fields are not read as absent while keys are out of reach', async () => {
  const away = () => Promise.reject(new Error('the vault is away'))
  await expect(openEvents([stored(sealed, 'ana')], away)).rejects.toThrow('the vault is away')
})
