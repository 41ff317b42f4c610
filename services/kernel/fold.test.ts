import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { expect } from 'vitest'
import { auditStream } from '@app/contracts/record.ts'
import { testTable } from '../../tests/support/every.ts'
import { newId, skipIdOf } from './log/ids.ts'
import { createMemoryLog, openMemoryEventStore } from './log/testing/memory-store.ts'
import { envelop } from './commands.ts'
import { PLAIN_CODEC } from './testing/memory-events.ts'
import { foldStream, PAGE_EVENTS, type Folding } from './fold.ts'

const STREAM = accountStream('zoraida')
const now = () => new Date('2026-11-20T12:00:00.000Z')
const cause = {
  actor: { kind: 'owner', id: 'z' },
  occurredAt: now().toISOString(),
  correlationId: newId(),
} as const

const signedIn: DomainEvent = { type: 'SignedIn', data: { method: 'password' } }

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
    }
    const fold = () => foldStream({ log: reading, codec: PLAIN_CODEC }, revisions, STREAM)
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
