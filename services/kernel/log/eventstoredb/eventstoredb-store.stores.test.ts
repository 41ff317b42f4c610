import type { Position } from '@app/contracts/event-store.ts'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openEventStoreServer } from '../../../../tests/eventstoredb/server.ts'
import { openWorld, refusal, untilAvailable, type StoreHarness } from '../contract/contract-fixture.ts'
import { eventStoreContract } from '../contract/event-store.contract.ts'
import { openEventStoreDb } from './eventstoredb-store.ts'

const openOn = (url: string, options: { readonly scannedEventsMax?: number } = {}) =>
  openEventStoreDb({ url, now: () => new Date(), newId: randomUUID, ...options })

async function openHarness(): Promise<StoreHarness> {
  const server = await openEventStoreServer()
  // A server may still be starting.
  await (await untilAvailable(() => openOn(server.url))).dispose()
  return { ...server, open: (options) => openOn(server.url, options) }
}

eventStoreContract('EventStoreDB', openHarness)

async function ownWorld() {
  const harness = await openHarness()
  const world = await openWorld('eventstoredb', harness, openHarness)
  onTestFinished(() => world.end().then(harness.dispose))
  return world
}

test('a read from an invalid position is refused, and never begins at the start instead', async () => {
  const { store, stream, event } = await ownWorld()
  const { position } = await store.append(stream(), 'noStream', [event()])
  await store.append(stream(), 'noStream', [event()])
  const within = (position + 2n) as Position
  await refusal(store.readAll(within), 'InvalidPosition')
  await refusal(store.readAll(within, { filter: { types: ['Seen'] } }), 'InvalidPosition')
})

test.each(['postgres://me:geheim@localhost/db', 'esdb://me:geheim@', 'esdb://me:geheim@h:1?tls=perhaps'])(
  'the address %s is refused, and what it holds is not repeated',
  async (url) => {
    const error = await refusal(openOn(url), 'Invalid')
    expect(error.message).not.toContain('geheim')
  },
)
