import { randomBytes, randomUUID } from 'node:crypto'
import { START, type EventStore, type JsonObject, type NewEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { interactionStream, visitorSubject } from '@app/contracts/taps.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles.ts'
import { createMemoryLog, openMemoryEventStore } from './log/testing/memory-store.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SubjectKeys } from './keys/subject-keys.ts'
import { awayPool, NOW, subjectKeysOn } from './keys/testing/vault-pool.ts'
import { openTestPool } from '../../tests/support/test-database.ts'
import { testTable } from '../../tests/support/every.ts'
import { createCodec, readStream } from './codec.ts'
import { append, type Events } from './commands.ts'
import { plainEvents } from './testing/memory-events.ts'
import { wholeLog } from './testing/whole-log.ts'

const PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000a1'
const VISITOR = '0190b5a0-7c1e-7d3a-8f00-0000000000b1'
const SUBJECT = visitorSubject(PROFILE, VISITOR)
const seen = { userAgent: 'Mozilla/5.0 (iPhone)', request: 'get' } as const

const pool = await openTestPool()
const keys = subjectKeysOn(pool)
const awayKeys = subjectKeysOn(awayPool())
/** The log as stored, and commands on it. */
let bare: EventStore
let store: Events

beforeEach(async () => {
  await pool.query('delete from vault.subjects')
  bare = await openMemoryEventStore(createMemoryLog(), { now: () => NOW, newId: randomUUID })
  store = eventsWith(keys)
})

const eventsWith = (by: SubjectKeys): Events => ({
  ...plainEvents(bare),
  codec: createCodec({
    keys: by,
    mailboxOf: (email) => `00000000-0000-4000-8000-${email.length.toString().padStart(12, '0')}`,
    random: randomBytes,
  }),
})

const eventOf = (type: string, data: JsonObject, change: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type,
  version: CATALOGUE.get(type)?.version ?? 1,
  data,
  meta: {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: NOW.toISOString(),
    correlationId: PROFILE,
    causationId: null,
  },
  ...change,
})
const said = { fullName: 'Ana Paz Ñuñoa', phone: '+56912345678', description: 'Feria\nde Temuco' }
const shown = { ...seen, profileId: PROFILE, visitorId: VISITOR, consent: 'identify-2026-11' }
const identified = { ...shown, ...said } satisfies JsonObject
const STREAM = interactionStream('1')
const identify = (change?: Partial<NewEvent>) => eventOf('VisitorIdentified', identified, change)
const dataIn = async (stream = STREAM) => (await readStream(store, stream)).map((event) => event.data)

describe('personal fields', () => {
  test('are never in the log in the clear, and are under a subject of the vault, which has no other [PRIV-1]', async () => {
    const registered = { name: 'Antonia', email: 'antonia@andes.example' }
    const details = { ...NO_DETAILS, name: 'Rosario', bio: 'Cobre, litio', phone: '+56 9 8765 4321' }
    const created = { ownerId: 'a', slug: 'rosario', details }
    const edited = { changes: { company: 'Andes Norte' }, typed: {} }
    const click = { ...seen, profileId: PROFILE, visitorId: VISITOR, network: 'email' }
    await append(store, STREAM, 'noStream', [identify(), identify({ id: randomUUID() })])
    await append(store, interactionStream('2'), 'noStream', [eventOf('LinkClicked', click)])
    await append(store, accountStream('a'), 'noStream', [
      eventOf('AccountRegistered', registered),
      eventOf('SignedIn', { method: 'password' }),
    ])
    await append(store, profileStream(PROFILE), 'noStream', [
      eventOf('ProfileCreated', created),
      eventOf('ProfileEdited', edited),
    ])
    const text = JSON.stringify(await bare.readAll(START), (_key, value: unknown) =>
      typeof value === 'bigint' ? '' : value,
    )
    const words = ['Rosario', 'rosario', 'Cobre', '8765 4321', 'Andes']
    const secrets = [...Object.values(said), ...Object.values(registered), ...words]
    expect(secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
    expect(text).toContain('"ownerId":"a"')
    expect(await dataIn(accountStream('a'))).toEqual([registered, { method: 'password' }])
    expect(await dataIn(profileStream(PROFILE))).toEqual([created, edited])
    const refs = (await wholeLog(bare)).map(({ meta }) => meta.keyRef)
    expect(refs.slice(1, 6)).toEqual([SUBJECT, SUBJECT, undefined, accountStream('a'), undefined])
    const { rows } = await pool.query<{ subject: string }>('select subject from vault.subjects')
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(
      new Set(refs.filter((one) => one !== undefined)),
    )
  })

  test('are read decrypted, absent once the key is destroyed, and those of a person who returns are there', async () => {
    await append(store, STREAM, 'noStream', [identify()])
    expect(await dataIn()).toEqual([identified])
    expect((await wholeLog(store, ['VisitorIdentified'])).map(({ data }) => data)).toEqual([identified])
    await keys.destroy(SUBJECT)
    expect(await dataIn()).toEqual([shown])
    expect((await wholeLog(store)).at(-1)?.data).toEqual(shown)
    const again = { ...identified, fullName: 'Ana de nuevo' }
    await append(store, interactionStream('2'), 'noStream', [eventOf('VisitorIdentified', again)])
    expect([await dataIn(), await dataIn(interactionStream('2'))]).toEqual([[shown], [again]])
  })
})

test('a text that was moved to another field is Corrupt, and the error names its event and no text', async () => {
  await append(store, STREAM, 'noStream', [identify()])
  const [event] = await bare.readStream(STREAM)
  const moved = { ...event!, data: { ...event!.data, fullName: event!.data.phone } }
  const { position, revision, id, type } = event!
  await expect(store.codec.decrypt([moved])).rejects.toMatchObject({
    code: 'Corrupt',
    message: `${id}/fullName does not open with its subject's key`,
    facts: { position, stream: STREAM, revision, id, type },
  })
  // Stores keep ids in lower case.
  const capitals = await store.codec.encrypt(STREAM, identify({ id: id.toUpperCase() }))
  expect((await store.codec.decrypt([{ ...event!, ...capitals, id }]))[0]?.data).toEqual(identified)
})

testTable<readonly [what: string, event: NewEvent]>([
  ['in a version that is not written today', identify({ version: 2 })],
  ['in a version of old', eventOf('ProfileTapped', { channel: 'nfc' })],
  ['of an unknown type', eventOf('VisitorIdentifed', identified)],
  ['with a field that its schema does not know', eventOf('VisitorIdentified', { ...identified, rut: '1-9' })],
  ['without a personal field', eventOf('VisitorIdentified', { ...identified, phone: undefined })],
  ['with a field over its limit', eventOf('VisitorIdentified', { ...identified, fullName: 'ñ'.repeat(121) })],
  ['with a NUL in it', eventOf('VisitorIdentified', { ...identified, fullName: 'Ana\0' })],
])('an event that fits no schema of today is Invalid, with all of its append', async (_what, event) => {
  const before = await bare.headPosition()
  const outcome = append(store, STREAM, 'noStream', [identify(), event])
  await expect(outcome).rejects.toMatchObject({ code: 'Invalid', retryable: false })
  await expect(outcome).rejects.not.toThrow(/Ana Paz|912345678/)
  expect(await bare.headPosition()).toBe(before)
})

test('an append during an outage of the vault is refused for now, not written in the clear [PRIV-1]', async () => {
  const before = await bare.headPosition()
  const outcome = append(eventsWith(awayKeys), STREAM, 'noStream', [identify()])
  await expect(outcome).rejects.toMatchObject({ code: 'Unavailable' })
  expect(await bare.headPosition()).toBe(before)
})
