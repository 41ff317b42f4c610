import { headOf } from '../testing/head-of.ts'
import type { Position } from '@app/contracts/event-store.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStandIn, type StandIn } from '../../../../tests/eventstoredb/stand-in-process.ts'
import { openWorld, readOn, untilAvailable, refusal, type World } from '../contract/contract-fixture.ts'
import { openEventStoreDb } from './eventstoredb-store.ts'

/** Behaviour of this kind of server alone, beyond the promises of every store. */

let server: StandIn
let world: World & { end(): Promise<void> }
const unhandled: unknown[] = []
const note = (reason: unknown): number => unhandled.push(reason)

const open = (url = server.url) => openEventStoreDb({ url, now: () => new Date(), newId: randomUUID })
const elsewhere = () => Promise.reject(new Error('there is one server here'))

beforeAll(async () => {
  process.on('unhandledRejection', note)
  server = await openStandIn()
  await (await untilAvailable(open)).dispose()
  const harness = {
    open: () => open(),
    openElsewhere: elsewhere,
    restart: async () => server.kill().then(server.start),
    stopServer: server.kill,
    startServer: server.start,
    freezeServer: async () => server.freeze(),
    thawServer: async () => server.thaw(),
    writeForeign: elsewhere,
    dispose: server.dispose,
  }
  world = await openWorld('eventstoredb', harness, elsewhere)
})
afterEach(() => server.refuse(undefined))
afterAll(async () => {
  await world.end()
  await server.dispose()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

describe('a server that refuses', () => {
  test.each([
    ['not-ready', 'Unavailable', true],
    ['access-denied', 'AccessDenied', false],
    ['timed-out', 'Timeout', true],
  ] as const)('as %s is %s, to appends and to reads', async (why, code, retryable) => {
    const { store, stream, event, start } = world
    await server.refuse(why)
    const appended = await refusal(store.append(stream(), 'noStream', [event()]), code)
    expect(appended).toMatchObject({ retryable, ambiguous: why === 'timed-out' })
    for (const reading of [store.readAll(start), store.readStream(stream()), headOf(store, stream())])
      expect(await refusal(reading, code)).toMatchObject({ retryable, ambiguous: false })
    await server.refuse(undefined)
    await untilAvailable(() => store.append(stream(), 'noStream', [event()]))
  })
})

test('a read from an invalid position is refused, and never begins at the start instead', async () => {
  const { store, stream, event } = world
  const { position } = await store.append(stream(), 'noStream', [event()])
  await store.append(stream(), 'noStream', [event()])
  const within = (position + 2n) as Position
  await refusal(store.readAll(within), 'InvalidPosition')
  await refusal(store.readAll(within, { filter: { types: ['Seen'] } }), 'InvalidPosition')
})

test('watching survives that the server ends all subscriptions, and a restart', async () => {
  const { store, stream, event } = world
  const other = await world.keep(open())
  let calls = 0
  const end = other.watch(() => (calls += 1))
  const isHeard = async () => {
    const before = calls
    for (let append = 0; append < 100 && calls === before; append += 1) {
      await untilAvailable(() => store.append(stream(), 'noStream', [event()]))
      await delay(50)
    }
    expect(calls).toBeGreaterThan(before)
  }
  await isHeard()
  await server.endSubscriptions()
  await isHeard()
  await server.kill()
  await server.start()
  await isHeard()
  end()
})

describe('an address', () => {
  test.each(['postgres://me:geheim@localhost/db', 'esdb://me:geheim@', 'esdb://me:geheim@h:1?tls=perhaps'])(
    '%s is refused, and what it holds is not repeated',
    async (url) => {
      const error = await refusal(open(url), 'Invalid')
      expect(error.message).not.toContain('geheim')
    },
  )

  test('of a cluster is resolved, and again after its node was lost', async () => {
    const address = server.url.replace('esdb://', 'esdb+discover://')
    const options = '&maxDiscoverAttempts=2&discoveryInterval=20'
    const store = await world.keep(untilAvailable(() => open(address + options)))
    const { stream, event } = world
    const start = await store.headPosition()
    for (let round = 0; round < 2; round += 1) {
      await server.kill()
      const append = refusal(store.append(stream(), 'noStream', [event()]), 'Unavailable', 'Timeout')
      const reads = [headOf(store, stream()), store.headPosition(), store.readAll(world.start)]
      await Promise.all([append, ...reads.map((read) => refusal(read, 'Unavailable'))])
      await server.start()
      const sent = event()
      const name = stream()
      await untilAvailable(() => store.append(name, 'noStream', [sent]))
      expect((await readOn(store, start)).map(({ id }) => id)).toContain(sent.id)
    }
  })

  test('of a cluster without an answer is Unavailable', async () => {
    const nobody = 'esdb+discover://127.0.0.1:9?tls=false&maxDiscoverAttempts=2&discoveryInterval=20'
    await refusal(open(nobody), 'Unavailable')
  })
})
