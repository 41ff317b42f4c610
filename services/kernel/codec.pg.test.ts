import { randomBytes, randomUUID } from 'node:crypto'
import { START, type EventStore, type JsonObject, type NewEvent } from '@app/contracts/event-store.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { interactionStream, visitorSubject } from '@app/contracts/taps/interaction-events.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles/events.ts'
import { createMemoryLog, openMemoryEventStore } from './log/testing/memory-store.ts'
import { wholeLog } from './testing/whole-log.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SubjectKeys } from './keys/subject-keys.ts'
import { createCodec, readStream } from './codec.ts'
import { append, type Events } from './commands.ts'
import { plainEvents } from './testing/memory-events.ts'
import { awayPool, NOW, openVaultPool, subjectKeysOn } from './keys/testing/vault-pool.ts'

const PROFILE = '0190b5a0-7c1e-7d3a-8f00-0000000000a1'
const seen = { userAgent: 'Mozilla/5.0 (iPhone)', request: 'get' } as const

const pool = await openVaultPool()
const keys = subjectKeysOn(pool)
const mailboxOf = (email: string): string =>
  `00000000-0000-4000-8000-${email.length.toString().padStart(12, '0')}`
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
  codec: createCodec({ keys: by, mailboxOf, random: randomBytes }),
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
const VISITOR = '0190b5a0-7c1e-7d3a-8f00-0000000000b1'
const said = { fullName: 'Ana Paz Ñuñoa', phone: '+56912345678', description: 'Feria\nde Temuco' }
const identified = {
  ...seen,
  ...said,
  profileId: PROFILE,
  visitorId: VISITOR,
  consent: 'identify-2026-11',
} satisfies JsonObject
const STREAM = interactionStream('1')
const identify = (change?: Partial<NewEvent>) => eventOf('VisitorIdentified', identified, change)
const dataIn = async (from: Events, stream = STREAM) => (await readStream(from, stream)).map((e) => e.data)
const textOf = async (log: EventStore): Promise<string> =>
  JSON.stringify(await log.readAll(START), (_key, value: unknown) => (typeof value === 'bigint' ? '' : value))

describe('personal fields', () => {
  test('are never in the log in the clear, for any event type [PRIV-1]', async () => {
    const registered = { name: 'Antonia', email: 'antonia@andes.example' }
    const details = { ...NO_DETAILS, name: 'Rosario', bio: 'Cobre, litio', phone: '+56 9 8765 4321' }
    await append(store, STREAM, 'noStream', [identify()])
    await append(store, accountStream('a'), 'noStream', [eventOf('AccountRegistered', registered)])
    await append(store, profileStream(PROFILE), 'noStream', [
      eventOf('ProfileCreated', { ownerId: 'a', slug: 'rosario', details }),
      eventOf('ProfileEdited', { changes: { company: 'Andes Norte' }, typed: {} }),
    ])
    const text = await textOf(bare)
    const secrets = [
      ...Object.values(said),
      ...Object.values(registered),
      'Rosario',
      'rosario',
      'Cobre',
      '8765 4321',
      'Andes',
    ]
    expect(secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
    expect(text).toContain('"ownerId":"a"')
    expect(await dataIn(store, accountStream('a'))).toEqual([registered])
    expect(await dataIn(store, profileStream(PROFILE))).toEqual([
      { ownerId: 'a', slug: 'rosario', details },
      { changes: { company: 'Andes Norte' }, typed: {} },
    ])
  })

  test('are each under a subject of the vault, and no other has a row', async () => {
    await append(store, STREAM, 'noStream', [identify(), identify({ id: randomUUID() })])
    await append(store, accountStream('a'), 'noStream', [
      eventOf('AccountRegistered', { name: 'Antonia', email: 'a@andes.example' }),
      eventOf('SignedIn', { method: 'password' }),
    ])
    await append(store, accountStream('b'), 'noStream', [eventOf('SignedIn', { method: 'password' })])
    const named = new Set((await wholeLog(bare)).flatMap(({ meta }) => meta.keyRef ?? []))
    const { rows } = await pool.query<{ subject: string }>('select subject from vault.subjects')
    expect(named.size).toBe(2)
    expect(new Set(rows.map(({ subject }) => subject))).toEqual(named)
  })

  test('are read decrypted, one by one, all at once and live', async () => {
    await append(store, STREAM, 'noStream', [identify()])
    expect(await dataIn(store)).toEqual([identified])
    const all = await wholeLog(store, ['VisitorIdentified'])
    expect(all.map(({ data }) => data)).toEqual([identified])
  })

  test('are absent once the key is destroyed, in every read; the rest of the event is present', async () => {
    await append(store, STREAM, 'noStream', [identify()])
    await keys.destroy(visitorSubject(PROFILE, VISITOR))
    const { fullName: _name, phone: _phone, description: _description, ...left } = identified
    expect(await dataIn(store)).toEqual([left])
    expect((await wholeLog(store)).at(-1)?.data).toEqual(left)
  })

  test('of a person who returns after an erasure are read, and the erased ones stay absent', async () => {
    await append(store, STREAM, 'noStream', [identify()])
    await keys.destroy(visitorSubject(PROFILE, VISITOR))
    const again = { ...identified, fullName: 'Ana de nuevo' }
    await append(store, interactionStream('2'), 'noStream', [eventOf('VisitorIdentified', again)])
    expect(await dataIn(store, interactionStream('2'))).toEqual([again])
    expect((await dataIn(store))[0]).not.toHaveProperty('fullName')
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
  const stored = { ...event!, ...capitals, id }
  expect((await store.codec.decrypt([stored]))[0]?.data).toEqual(identified)
})

describe('an append', () => {
  test('names the subject of its seal, and nothing where nothing is sealed', async () => {
    const click = { ...seen, profileId: PROFILE, visitorId: VISITOR, network: 'email' }
    await append(store, STREAM, 'noStream', [identify()])
    await append(store, interactionStream('2'), 'noStream', [eventOf('LinkClicked', click)])
    const refs = (await wholeLog(bare)).map(({ meta }) => meta.keyRef)
    expect(refs).toEqual([undefined, visitorSubject(PROFILE, VISITOR), undefined])
    expect(await keyCount()).toBe(1)
  })

  test('twice with the same ids is stored once', async () => {
    const event = identify({ id: randomUUID().toUpperCase() })
    const first = await append(store, STREAM, 'noStream', [event])
    expect(await append(store, STREAM, 'noStream', [event])).toEqual({ ...first, replayed: true })
    expect(await dataIn(store)).toEqual([identified])
  })

  test.each<[string, NewEvent]>([
    ['in a version that is not written today', identify({ version: 2 })],
    ['in a version of old', eventOf('ProfileTapped', { channel: 'nfc' })],
    ['of an unknown type', eventOf('VisitorIdentifed', identified)],
    [
      'with a field that its schema does not know',
      eventOf('VisitorIdentified', { ...identified, rut: '1-9' }),
    ],
    ['without a personal field', eventOf('VisitorIdentified', { ...identified, phone: undefined })],
    [
      'with a field over its limit',
      eventOf('VisitorIdentified', { ...identified, fullName: 'ñ'.repeat(121) }),
    ],
    ['with a NUL in it', eventOf('VisitorIdentified', { ...identified, fullName: 'Ana\0' })],
  ])('%s is Invalid, with all of its events', async (_what, event) => {
    const before = await bare.headPosition()
    const outcome = append(store, STREAM, 'noStream', [identify(), event])
    await expect(outcome).rejects.toMatchObject({ code: 'Invalid', retryable: false })
    await expect(outcome).rejects.not.toThrow(/Ana Paz|912345678/)
    expect(await bare.headPosition()).toBe(before)
  })

  test('during an outage of the vault is refused for now, not written in the clear [PRIV-1]', async () => {
    const unsafe = eventsWith(awayKeys)
    const before = await bare.headPosition()
    await expect(append(unsafe, STREAM, 'noStream', [identify()])).rejects.toMatchObject({
      code: 'Unavailable',
    })
    expect(await bare.headPosition()).toBe(before)
  })
})

const keyCount = async (): Promise<number> => (await pool.query('select from vault.subjects')).rowCount ?? 0
