import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { withConnection } from '../platform/postgres/connection.ts'
import { createTestClock } from '../../tests/support/api/test-backend.ts'
import { createGate } from '../../tests/support/gate.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { createTestDatabase, poolOf } from '../../tests/support/test-database.ts'
import {
  addJob,
  recurring,
  startJobs,
  takeOne,
  type Job,
  type Jobs,
  type Outcome,
  type Worker,
} from './jobs.ts'

const clock = createTestClock()
const { now, monotonicMs } = clock
const MINUTE_MS = 60_000
const KIND = 'test'

const { url } = await createTestDatabase()
const db = poolOf(url, 8)
let troubles: unknown[] = []
beforeEach(async () => {
  troubles = []
  await db.query('delete from kernel.jobs')
})

const onTrouble = (_kind: string, error: unknown): void => void troubles.push(error)
const add = (key: string, inMs = 0, data = {}): Promise<void> =>
  addJob(db, { kind: KIND, key, dueAt: new Date(now().getTime() + inMs), now: now(), data })
const take = (work: (job: Job) => Promise<Outcome>): Promise<boolean> =>
  takeOne({ db, now, onTrouble }, { kind: KIND, work }, new AbortController().signal)

/** Keys in the order in which they are done. */
async function workOff(outcomeOf: (job: Job) => Outcome = () => undefined): Promise<readonly string[]> {
  const done: string[] = []
  while (await take(async (job) => (done.push(job.key), outcomeOf(job))));
  return done
}

/** Holds the job that is due first until it is released. */
async function hold(): Promise<{ readonly holding: Promise<boolean>; readonly release: () => void }> {
  const [begun, released] = [createGate(), createGate()]
  const holding = take(async () => {
    begun.open()
    await released.opened
    return undefined
  })
  await begun.opened
  return { holding, release: released.open }
}

function start(worker: Omit<Worker, 'kind'>): Jobs {
  const jobs = startJobs({ db, now, monotonicMs, onTrouble })
  jobs.work({ kind: KIND, ...worker })
  onTestFinished(() => jobs.stop(0))
  return jobs
}

test('jobs are done in the order of their times, not before them, and once', async () => {
  await add('later', MINUTE_MS)
  await add('second')
  await add('first', -MINUTE_MS)
  expect([await workOff(), await workOff()]).toEqual([['first', 'second'], []])
  clock.advance(MINUTE_MS)
  expect([await workOff(), await workOff()]).toEqual([['later'], []])
})

test('a job that names its next time is due then, with its data', async () => {
  await add('a', 0, { at: 1 })
  expect(await workOff(() => ({ againInMs: MINUTE_MS, data: { at: 2 } }))).toEqual(['a'])
  clock.advance(MINUTE_MS)
  let data: unknown
  await workOff((job) => {
    data = job.data
    return undefined
  })
  expect(data).toEqual({ at: 2 })
})

test('a job that fails is tried again, later and later, and is reported', async () => {
  await add('a')
  const pauses: number[] = []
  for (let waitedMs = 0; pauses.length < 4; clock.advance(1_000), waitedMs += 1_000)
    if (await take(() => Promise.reject(new Error('away')))) pauses.push(waitedMs / 1_000)
  expect([pauses, troubles.length]).toEqual([[0, 5, 15, 35], 4])
})

test('a job at work is nobody else’s, and another one does not wait behind it', async () => {
  await add('a')
  await add('b')
  const { holding, release } = await hold()
  expect(await workOff()).toEqual(['b'])
  release()
  await holding
  expect(await workOff()).toEqual([])
})

test('a job whose worker loses its connection is due again at once, and what the worker says then changes nothing', async () => {
  await add('a')
  const { holding, release } = await hold()
  await withConnection(url, (client) =>
    client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()",
    ),
  )
  await eventually(async () => expect(await workOff(() => ({ againInMs: MINUTE_MS }))).toEqual(['a']))
  release()
  await expect(holding).rejects.toThrow('not queryable')
  clock.advance(MINUTE_MS)
  expect(await workOff()).toEqual(['a'])
})

test('who adds a job that waits gets the earlier time and new tries, and waits for no worker', async () => {
  await add('a', MINUTE_MS)
  await add('a', 2 * MINUTE_MS)
  clock.advance(MINUTE_MS)
  await take(() => Promise.reject(new Error('away')))
  await add('a')
  const tries: number[] = []
  await workOff((job) => (tries.push(job.tries), undefined))
  expect(tries).toEqual([0])
  await add('a')
  const { holding, release } = await hold()
  await add('a')
  release()
  await holding
  expect(await workOff()).toEqual([])
})

test('a job of before the clock was set back is due now', async () => {
  const done: string[] = []
  await add('a', MINUTE_MS)
  clock.jump(-365 * 24 * 60 * MINUTE_MS)
  start({ atOnce: 1, work: async ({ key }) => void done.push(key) })
  await eventually(() => expect(done).toEqual(['a']))
})

test('the one job of a kind that recurs is made once, and is due when its time comes', async () => {
  let passes = 0
  const worker = recurring(KIND, MINUTE_MS, async () => (passes += 1))
  for (const jobs of [start(worker), start(worker)])
    await eventually(async () => {
      jobs.wake()
      expect((await db.query('select from kernel.jobs')).rowCount).toBe(1)
    })
  expect(passes).toBe(0)
  clock.advance(MINUTE_MS)
  const jobs = start(worker)
  await eventually(() => expect(passes).toBe(1))
  await jobs.stop(1_000)
})

test('as many jobs are at work as may be at once, and a stop interrupts them', async () => {
  for (const key of ['a', 'b', 'c']) await add(key)
  const begun: string[] = []
  const work: Worker['work'] = async ({ key }, signal) => {
    begun.push(key)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return { againInMs: 0 }
  }
  const jobs = start({ atOnce: 2, work })
  await eventually(() => expect(begun).toHaveLength(2))
  expect(jobs.due(KIND)?.count).toBe(3)
  await jobs.stop(0)
  expect(begun).toHaveLength(2)
  expect((await workOff()).toSorted()).toEqual(['a', 'b', 'c'])
})
