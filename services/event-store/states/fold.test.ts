import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { account } from '@app/domain/account.ts'
import { expect, test } from 'vitest'
import { auditStream } from '@app/contracts/events/record.ts'
import { testTable } from '../../../tests/support/every.ts'
import { newId, skipIdOf } from '../ids.ts'
import { createMemoryLog, openMemoryEventStore } from '../testing/memory-store.ts'
import { envelop } from '../handle.ts'
import { foldOn, nothingFolded, PAGE_EVENTS, type Folding } from './fold.ts'

const STREAM = accountStream('zoraida')
const now = () => new Date('2026-11-20T12:00:00.000Z')
const cause = {
  actor: { kind: 'owner', id: 'z' },
  occurredAt: now().toISOString(),
  correlationId: newId(),
} as const

const registered = (name: string): DomainEvent => ({
  type: 'AccountRegistered',
  data: { name, email: 'zoraida@empresa.example', credentialId: newId() },
})
const signedIn: DomainEvent = { type: 'SignedIn', data: { method: 'password' } }
const closed: DomainEvent = { type: 'SessionsClosed', data: { by: 'owner' } }
const erased: DomainEvent = { type: 'AccountErased', data: {} }

const lifeOf = (name: string, events: number): readonly DomainEvent[] => [
  registered(name),
  ...Array.from({ length: events }, (_, nth) => (nth % 2 === 0 ? signedIn : closed)),
]

/** An account stream, and the state without and with the search for its last erasure. */
async function foldingOf(events: readonly DomainEvent[]) {
  const store = await openMemoryEventStore(createMemoryLog(), { now, newId })
  for (let from = 0; from < events.length; from += PAGE_EVENTS) {
    const page = events.slice(from, from + PAGE_EVENTS).map((event) => envelop(event, newId(), cause))
    await store.append(STREAM, from === 0 ? 'noStream' : BigInt(from) - 1n, page)
  }
  let read = 0
  const counted: Pick<EventStore, 'readStream'> = {
    readStream: async (...asked) => {
      const page = await store.readStream(...asked)
      read += page.length
      return page
    },
  }
  const { restartsAt: _, ...plain } = account
  const whole = await foldOn(store, plain, STREAM, nothingFolded(plain))
  return { whole, folded: await foldOn(counted, account, STREAM, nothingFolded(account)), read }
}

test('an account registered anew costs its own events, however often it was erased before [LIM-10]', async () => {
  const lives = Array.from({ length: 8 }, (_, nth) => [...lifeOf(`Zoraida ${nth}`, 400), erased]).flat()
  const { folded, whole, read } = await foldingOf([...lives, ...lifeOf('Zoraida Anew', 30)])
  expect(folded).toEqual(whole)
  expect(folded.state).toMatchObject({ status: 'registered', name: 'Zoraida Anew' })
  expect(read).toBeLessThanOrEqual(3 * PAGE_EVENTS)
})

test('an erased account costs two pages, however long its stream is [LIM-10]', async () => {
  const { folded, whole, read } = await foldingOf([...lifeOf('Zoraida', 2_000), erased])
  expect(folded).toEqual(whole)
  expect(folded.state.status).toBe('unknown')
  expect(read).toBeLessThanOrEqual(2 * PAGE_EVENTS)
})

test.each([0, 1, PAGE_EVENTS - 2, PAGE_EVENTS - 1, PAGE_EVENTS, 2 * PAGE_EVENTS - 1, 3 * PAGE_EVENTS])(
  'whatever the length, the state is that of the whole stream: %i events',
  async (length) => {
    const life = lifeOf('Zoraida', length)
    const cases = [
      life,
      [...life, erased],
      [registered('Before'), erased, ...life],
      [...life, erased, ...life],
    ]
    for (const events of cases) {
      const { folded, whole } = await foldingOf(events)
      expect(folded).toEqual(whole)
    }
  },
)

testTable([
  [0, 4],
  [3, 4],
  [PAGE_EVENTS - 1, PAGE_EVENTS],
  [PAGE_EVENTS, 2 * PAGE_EVENTS],
  [2 * PAGE_EVENTS + 7, 3 * PAGE_EVENTS],
])('an event that nobody can read stops its stream until an order sets it aside', async (damaged, length) => {
  for (const isOfStore of [true, false]) {
    const store = await openMemoryEventStore(createMemoryLog(), { now, newId })
    for (let nth = 0; nth < length; nth += 1) {
      const event = envelop(signedIn, newId(), cause)
      const isNewer = nth === damaged && !isOfStore
      await store.append(STREAM, nth === 0 ? 'noStream' : BigInt(nth - 1), [
        isNewer ? { ...event, version: 99 } : event,
      ])
    }
    const reading: Pick<EventStore, 'readStream'> = {
      readStream: async (stream, options) => {
        const page = await store.readStream(stream, options)
        const bad = page.find(({ revision }) => revision === BigInt(damaged))
        if (stream !== STREAM || bad === undefined || !isOfStore) return page
        const { position, revision } = bad
        throw new StoreError('Corrupt', 'data: not an object', { facts: { position, revision } })
      },
    }
    const revisions: Folding<readonly number[]> = {
      initial: [],
      evolve: (before, _event, { revision }) => [...before, Number(revision)],
      restartsAt: 'AccountErased',
    }
    const fold = () => foldOn(reading, revisions, STREAM, nothingFolded(revisions))
    const { code, facts } = (await fold().catch((error: unknown) => error)) as StoreError
    expect([code, facts.revision]).toEqual(['Corrupt', BigInt(damaged)])
    const id = skipIdOf('history', facts.position as bigint)
    await store.append(auditStream(id), 'noStream', [
      envelop(
        { type: 'ParkedEventSkipped', data: { projection: 'history', position: '1', reason: 'a test' } },
        id,
        cause,
      ),
    ])
    const all = Array.from({ length }, (_, nth) => nth)
    expect(await fold()).toMatchObject({ state: all.filter((nth) => nth !== damaged), next: BigInt(length) })
  }
})
