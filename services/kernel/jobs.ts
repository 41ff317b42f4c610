import { inTransaction } from '../platform/postgres/in-transaction.ts'
import { createWake, type Wake } from './wake.ts'
import type pg from 'pg'

/** Work that waits for its time. A restart, a crash or another process loses none. */
export interface Job {
  readonly key: string
  /** Starts before this one, since the job was last added. */
  readonly tries: number
  /** Without texts of people, or encrypted: an erasure does not look here. */
  readonly data: Readonly<Record<string, unknown>>
  /** To be called in long work: a transaction that is silent for a minute ends. @throws when the job is another worker's */
  readonly assertHeld: () => Promise<void>
}

/** The time of its next start; undefined ends the job. */
export type Outcome = { readonly againInMs: number; readonly data?: Job['data'] } | undefined

export interface Worker {
  readonly kind: string
  /** In this process; each has a connection while it works. */
  readonly atOnce: number
  /** Makes the one job of a kind that names its next time for ever, due after this time. */
  readonly firstInMs?: number
  /** May come again after a crash. An error is tried again. */
  readonly work: (job: Job, signal: AbortSignal) => Promise<Outcome>
}

export const recurring = (
  kind: string,
  everyMs: number,
  work: (job: Job, signal: AbortSignal) => Promise<unknown>,
): Worker => ({
  kind,
  atOnce: 1,
  firstInMs: everyMs,
  work: async (job, signal) => {
    await work(job, signal)
    return { againInMs: everyMs }
  },
})

interface AddedJob {
  readonly kind: string
  readonly key: string
  readonly dueAt: Date
  readonly now: Date
  readonly data?: Job['data']
}

const INSERT = `insert into kernel.jobs (kind, key, due_at, set_at, data) values ($1, $2, $3, $4, $5) on conflict do nothing`

/** Never waits for a worker: one that is at work keeps its job as it is. */
const ADD = `
  with made as (${INSERT}), waiting as (
    select kind, key from kernel.jobs where kind = $1 and key = $2 for update skip locked
  )
  update kernel.jobs job set due_at = least(due_at, $3), set_at = $4, tries = 0
  from waiting where job.kind = waiting.kind and job.key = waiting.key`

const valuesOf = ({ kind, key, dueAt, now, data = {} }: AddedJob) => [
  kind,
  key,
  dueAt,
  now,
  JSON.stringify(data),
]

/** In the transaction of what wants it. A job that waits already starts its tries again, at the earlier time. */
export async function addJob(tx: Pick<pg.Pool, 'query'>, job: AddedJob): Promise<void> {
  await tx.query(ADD, valuesOf(job))
}

export interface JobsDeps {
  /** Connections of jobs alone: as many as jobs at once. */
  readonly db: pg.Pool
  readonly now: () => Date
  readonly monotonicMs: () => number
  readonly onTrouble: (kind: string, error: unknown) => void
}

interface Due {
  readonly count: number
  readonly oldest: Date
}

export type Jobs = ReturnType<typeof startJobs>

const POLL_MS = 1_000
const TROUBLE_MS = 5_000
/** Clocks of processes may differ so much. */
const CLOCKS_MS_MAX = 60_000

/** Counts up to a thousand of a kind. A job from the future was added before the clock was set back: it is due now. */
const POLL = `
  with back as (
    select kind, key from kernel.jobs where set_at > $3 for update skip locked
  ), due_now as (
    update kernel.jobs job set due_at = $2, set_at = $2
    from back where job.kind = back.kind and job.key = back.key
  )
  select kind, count(*)::integer as count, min(due_at) as oldest from unnest($1::text[]) as wanted (kind), lateral (
    select due_at from kernel.jobs job where job.kind = wanted.kind and due_at <= $2 order by due_at limit 1000
  ) due group by kind`

interface Registered {
  readonly worker: Worker
  readonly running: Set<Promise<void>>
  isMade: boolean
}

export function startJobs(deps: JobsDeps) {
  const { monotonicMs, onTrouble } = deps
  const signal = createWake()
  const end = new AbortController()
  const workers = new Map<string, Registered>()
  let due: ReadonlyMap<string, Due> = new Map()
  let polledMs = monotonicMs()

  async function poll(): Promise<void> {
    due = await findDue(deps, workers)
    polledMs = monotonicMs()
    for (const [kind, { count }] of due) {
      const { worker, running } = workers.get(kind)!
      while (running.size < Math.min(count, worker.atOnce)) {
        const run = workOff(worker).finally(() => running.delete(run))
        running.add(run)
      }
    }
    await signal.wait(POLL_MS)
  }

  async function workOff(worker: Worker): Promise<void> {
    try {
      while (!signal.ended && (await takeOne(deps, worker, end.signal)));
    } catch (error) {
      onTrouble(worker.kind, error)
    }
  }

  const polling = untilEnd(signal, poll, (error) => onTrouble('poll', error))
  return {
    work: (worker: Worker): void => {
      workers.set(worker.kind, { worker, running: new Set(), isMade: worker.firstInMs === undefined })
      signal.ring()
    },
    wake: signal.ring,
    due: (kind: string): Due | undefined => due.get(kind),
    polledMs: (): number => polledMs,
    /** Interrupts what does not end in time: it is due again. */
    stop: async (withinMs: number): Promise<void> => {
      signal.end()
      const timer = setTimeout(() => end.abort(), withinMs)
      await polling
      await Promise.all([...workers.values()].flatMap(({ running }) => [...running]))
      clearTimeout(timer)
    },
  }
}

async function untilEnd(signal: Wake, poll: () => Promise<void>, onFailure: (error: unknown) => void) {
  while (!signal.ended)
    await poll().catch((error: unknown) => {
      onFailure(error)
      return signal.sleep(TROUBLE_MS)
    })
}

async function findDue(
  { db, now }: JobsDeps,
  workers: ReadonlyMap<string, Registered>,
): Promise<ReadonlyMap<string, Due>> {
  const at = now()
  for (const registered of workers.values()) {
    if (registered.isMade) continue
    const { kind, firstInMs = 0 } = registered.worker
    await db.query(INSERT, valuesOf({ kind, key: '', dueAt: after(at, firstInMs), now: at }))
    registered.isMade = true
  }
  const values = [[...workers.keys()], at, after(at, CLOCKS_MS_MAX)]
  const { rows } = await db.query<Due & { readonly kind: string }>({ name: 'due-jobs', text: POLL, values })
  return new Map(rows.map((row) => [row.kind, row]))
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

const COLUMNS = 'select key, tries, data from kernel.jobs where kind = $1'
const FIRST_DUE = `${COLUMNS} and due_at <= $2 order by due_at limit 1 for update skip locked`
const BY_KEY = `${COLUMNS} and key = $2 for update skip locked`
const DELETE = 'delete from kernel.jobs where kind = $1 and key = $2'
const AGAIN = `update kernel.jobs set due_at = $3, set_at = $4, data = $5, tries = tries + 1 where kind = $1 and key = $2`

const RETRY_MS_MIN = 5_000
const RETRY_MS_MAX = 15 * 60_000
const DOUBLINGS_MAX = 10

/**
 * The row's lock says who has the job: it ends with a dead worker's connection, or a frozen one's transaction.
 * @param key of the job to take, by default the first that is due @returns whether there was a free one
 */
export const takeOne = (
  { db, now, onTrouble }: Pick<JobsDeps, 'db' | 'now' | 'onTrouble'>,
  { kind, work }: Pick<Worker, 'kind' | 'work'>,
  signal: AbortSignal,
  key?: string,
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const wanted = key === undefined ? FIRST_DUE : BY_KEY
    const [row] = (await tx.query<Omit<Job, 'assertHeld'>>(wanted, [kind, key ?? now()])).rows
    if (row === undefined) return false
    const job: Job = { ...row, assertHeld: async () => void (await tx.query('select')) }
    const outcome = await work(job, signal).catch((error: unknown): Outcome => {
      onTrouble(kind, error)
      return { againInMs: Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** Math.min(job.tries, DOUBLINGS_MAX)) }
    })
    if (outcome === undefined) await tx.query(DELETE, [kind, job.key])
    else {
      const { againInMs, data = job.data } = outcome
      const at = now()
      await tx.query(AGAIN, valuesOf({ kind, key: job.key, dueAt: after(at, againInMs), now: at, data }))
    }
    return true
  })
