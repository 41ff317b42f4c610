import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import type { EventStore, NewEvent } from '@app/contracts/event-store.ts'
import { openPostgresEventStore } from './log/postgres/postgres-store.ts'
import { wholeLog } from './testing/whole-log.ts'
import { createRandom, intBelow } from '../product/generator/random.ts'
import { withConnection } from '../platform/postgres/connection.ts'
import { migrate } from '../platform/postgres/migrations.ts'
import { connectionConfig } from '../platform/postgres/pool.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { ownServer } from '../../tests/support/processes/own-server.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'

const CHILD = join(import.meta.dirname, 'testing/follower.child.ts')
const KILLS = 20
const EVENTS_A_KILL = 200
const DATABASE_KILLS = 3
const APPENDS_A_DATABASE_KILL = 150
const EVENTS_AN_APPEND = 100
/** The server ends a silent transaction after 15 s. */
const FREED_MS_MAX = 15_000
const random = createRandom(inject('seed'))
const now = (): Date => new Date()

let url: string
let store: EventStore
beforeEach(async () => use((await createTestDatabase()).url))

async function use(database: string): Promise<void> {
  url = database
  await withConnection(url, (client) =>
    client.query(
      'create schema handled; create table handled.events (position bigint); grant all on schema handled to svc_projector; grant all on handled.events to svc_projector',
    ),
  )
  store = await openPostgresEventStore({
    connection: connectionConfig(url, { role: 'svc_app', applicationName: 'log' }),
    now,
    newId: randomUUID,
  })
  const { dispose } = store
  onTestFinished(() => dispose())
}

function startFollower({ holds = false, eventsMax = 20 } = {}): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, HOLDS: String(holds), EVENTS_MAX: String(eventsMax) },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

function eventOf(): NewEvent {
  const id = randomUUID()
  const actor = { kind: 'system', id: 'test' } as const
  const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
  return { id, type: 'Handled', version: 1, data: {}, meta }
}

async function appendSome(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await store.append(`Stream-${randomUUID()}`, 'noStream', [eventOf()])
}

/** Again and again under the same ids, until the log has them. */
async function appendSurely(count: number): Promise<void> {
  const [stream, events] = [`Stream-${randomUUID()}`, Array.from({ length: count }, eventOf)]
  await eventually(() => store.append(stream, 'noStream', events))
}

/** Positions in the order in which they were handled. */
const handled = (): Promise<readonly string[]> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      'select position from handled.events order by position',
    )
    return rows.map(({ position }) => position)
  })

const stored = async (): Promise<readonly string[]> =>
  (await wholeLog(store, ['Handled'])).map(({ position }) => String(position))

const everyEventOnce = (notBeforeMs = 0): Promise<void> =>
  eventually(async () => expect(await handled()).toEqual(await stored()), { notBeforeMs })

test('two processes that are killed in turn handle each event once [PROJ-1]', async () => {
  let followers = [startFollower(), startFollower()]
  await Promise.all(followers.map((one) => once(one.stdout!, 'data')))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const appending = appendSome(EVENTS_A_KILL)
    await appendSome(intBelow(random, EVENTS_A_KILL))
    const [first, second] = followers
    first!.kill('SIGKILL')
    followers = [second!, startFollower()]
    await appending
  }
  await everyEventOnce()
})

test('a process that is frozen in a batch loses it to another, and writes nothing once it goes on [PROJ-1, RUN-12]', async () => {
  await appendSome(5)
  const frozen = startFollower({ holds: true })
  await eventually(async () => {
    const [said] = (await once(frozen.stdout!, 'data')) as [Buffer]
    expect(said.toString()).toContain('works')
  })
  frozen.kill('SIGSTOP')
  startFollower()
  await everyEventOnce(FREED_MS_MAX)
  frozen.kill('SIGCONT')
  await appendSome(5)
  await everyEventOnce(FREED_MS_MAX)
})

test('three kills of PostgreSQL under 60,000 events lose none and double none [PROJ-1, PROJ-7]', async () => {
  const server = await ownServer()
  await migrate(server.url)
  await use(server.url)
  const followers = [startFollower({ eventsMax: 500 }), startFollower({ eventsMax: 500 })]
  await Promise.all(followers.map((one) => once(one.stdout!, 'data')))
  for (let part = 0; part <= DATABASE_KILLS; part += 1) {
    const appending = (async () => {
      for (let n = 0; n < APPENDS_A_DATABASE_KILL; n += 1) await appendSurely(EVENTS_AN_APPEND)
    })()
    if (part < DATABASE_KILLS) await server.strike()
    await appending
  }
  await everyEventOnce()
  expect(await handled()).toHaveLength((DATABASE_KILLS + 1) * APPENDS_A_DATABASE_KILL * EVENTS_AN_APPEND)
})
