import { randomUUID } from 'node:crypto'
import { withConnection } from '../../../platform/postgres/connection.ts'
import { connectionConfig } from '../../../platform/postgres/pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../tests/support/test-database.ts'
import { openWorld, type World } from '../contract/contract-fixture.ts'
import { openPostgresEventStore } from './postgres-store.ts'

/** Each append wakes the followers of the log once, in its own process and in others. */

const APPENDS = 20
const COMMITS = 200
const NEWS = { interval: 1 }
let world: World & { end(): Promise<void> }
let url: string

beforeEach(async () => {
  ;({ url } = await createTestDatabase())
  const open = () =>
    openPostgresEventStore({
      connection: connectionConfig(url, { role: 'svc_app', applicationName: 'listener' }),
      now: () => new Date(),
      newId: randomUUID,
    })
  const none = () => Promise.reject(new Error('nothing of the kind here'))
  const harness = { open, openElsewhere: none, restart: none, dispose: async () => {} }
  const others = { writeForeign: none }
  const server = { stopServer: none, startServer: none, freezeServer: none, thawServer: none }
  world = await openWorld('listener', { ...harness, ...others, ...server }, none)
})
afterEach(() => world.end())

test('an append wakes its own process once, and another one too', async () => {
  const { store, open, stream, event } = world
  const own: (ReadonlySet<string> | undefined)[] = []
  const others: (ReadonlySet<string> | undefined)[] = []
  store.watch((types) => own.push(types))
  const other = await open()
  other.watch((types) => others.push(types))
  // Both listen: each has announced that it may have missed something.
  await expect.poll(() => own.length * others.length, NEWS).toBeGreaterThan(0)
  own.length = 0
  others.length = 0
  // The server notifies both processes in order: notices of our own appends arrive before the last.
  for (let append = 1; append <= APPENDS; append += 1) {
    await store.append(stream(), 'noStream', [event({ type: 'Told' })])
    await expect.poll(() => others.length, NEWS).toBe(append)
  }
  await other.append(stream(), 'noStream', [event({ type: 'Last' })])
  await expect.poll(() => own.length, NEWS).toBeGreaterThan(APPENDS)
  expect(own).toEqual([...Array.from({ length: APPENDS }, () => new Set(['Told'])), undefined])
})

test('appends are announced after their commits, and many of them together', async () => {
  const { store, stream, event } = world
  const heard: number[] = []
  await withConnection(url, async (client) => {
    client.on('notification', ({ processId }) => heard.push(processId))
    await client.query('listen log_grown')
    const appended = async (): Promise<void> => {
      await store.append(stream(), 'noStream', [event()])
    }
    // One after the other, so that each is a commit of its own.
    for (let append = 0; append < COMMITS; append += 1) await appended()
    await expect.poll(() => heard.length, NEWS).toBeGreaterThan(0)
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
         and query like '%log.append(%' and pid <> pg_backend_pid()`,
    )
    expect(rows).toHaveLength(1)
    expect(heard).not.toContain(rows[0]!.pid)
    expect(heard.length).toBeLessThan(COMMITS / 2)
  })
})
