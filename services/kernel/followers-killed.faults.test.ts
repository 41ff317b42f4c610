import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest'
import { START, type EventStore } from '@app/contracts/event-store.ts'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { connectionConfig } from '@app/postgres/pool.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'

vi.setConfig({ testTimeout: 600_000 })

const CHILD = join(import.meta.dirname, 'testing/follower.child.ts')
const KILLS = 20
const EVENTS_A_KILL = 200
/** The server ends a silent transaction after 15 s. */
const FREED_MS_MAX = 15_000
const random = createRandom(inject('seed'))
const now = (): Date => new Date()

let url: string
let store: EventStore
beforeEach(async () => {
  url = (await createTestDatabase()).url
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
  onTestFinished(() => store.dispose())
})

function startFollower(holds = false): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', CHILD], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, HOLDS: String(holds) },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function appendSome(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const id = randomUUID()
    const actor = { kind: 'system', id: 'test' } as const
    const meta = { actor, occurredAt: now().toISOString(), correlationId: id, causationId: null }
    await store.append(`Stream-${id}`, 'noStream', [{ id, type: 'Handled', version: 1, data: {}, meta }])
  }
}

/** Positions in the order in which they were handled. */
const handled = (): Promise<readonly string[]> =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ position: string }>(
      'select position from handled.events order by position',
    )
    return rows.map(({ position }) => position)
  })

async function stored(): Promise<readonly string[]> {
  const { events } = await store.readAll(START, { limit: 10_000, filter: { types: ['Handled'] } })
  return events.map(({ position }) => String(position))
}

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
  const frozen = startFollower(true)
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
