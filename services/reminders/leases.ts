import { createLeaseWatch } from '@app/processes/mails/mail-leases.ts'
import type pg from 'pg'

/** The reason why an idle due reminder waits; null if a server refused it, or its row is behind its stream. */
export type WaitsFor = 'retry' | 'profile' | 'morning' | null

export interface Postponed {
  readonly subscriptionId: string
  readonly ms: number
  readonly waitsFor: WaitsFor
}

/** Keeps workers from reading the same rows. Decides nothing: a lost row only costs a read of the stream. */
export interface ReminderLeases {
  /** Of these, the ones without a worker and without a reason to wait. */
  claim(asked: {
    readonly subscriptionIds: readonly string[]
    readonly lease: string
    readonly abandoned: readonly string[]
  }): Promise<readonly string[]>
  /** Shows that the worker lives. */
  beat(lease: string): Promise<void>
  /** Releases the lease's reminders; those not postponed are settled. */
  finish(lease: string, postponed: readonly Postponed[]): Promise<void>
  /** The ones that are not late: they wait for a profile or the morning, a server refused them, or their streams say not due. */
  excused(subscriptionIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Removes rows that are a day old: their reminders are settled, or are found again. */
  forget(): Promise<void>
  /** Each with its count of beats. */
  held(): Promise<readonly { readonly lease: string; readonly beat: number }[]>
}

/** A row that waits for longer is of before the clock was set back. */
const WAIT_MS_MAX = 25 * 3_600_000

const FORGOTTEN_AFTER_MS = 24 * 3_600_000

const CLAIM = `
  with free as (
    select subscription_id from reminder.leases
    where subscription_id = any($1::uuid[])
      and ((lease is null and (not_before <= $3 or not_before > $4)) or lease = any($5::uuid[]))
    order by subscription_id for update skip locked
  ), taken as (
    update reminder.leases l set lease = $2, beat = 0, waits_for = null
    from free where l.subscription_id = free.subscription_id returning l.subscription_id
  ), made as (
    insert into reminder.leases (subscription_id, lease, not_before)
    select id, $2, $3 from unnest($1::uuid[]) as wanted (id)
    where not exists (select from reminder.leases l where l.subscription_id = wanted.id)
    on conflict do nothing returning subscription_id
  )
  select subscription_id as id from taken union all select subscription_id from made`

const POSTPONE = `
  update reminder.leases l set lease = null, not_before = p.not_before, waits_for = p.waits_for
  from unnest($2::uuid[], $3::timestamptz[], $4::text[]) as p (id, not_before, waits_for)
  where l.subscription_id = p.id and l.lease = $1`

export function createReminderLeases(db: Pick<pg.Pool, 'query'>, now: () => Date): ReminderLeases {
  const after = (ms: number): Date => new Date(now().getTime() + ms)
  return {
    claim: async ({ subscriptionIds, lease, abandoned }) => {
      const values = [subscriptionIds, lease, now(), after(WAIT_MS_MAX), abandoned]
      const { rows } = await db.query<{ id: string }>({ name: 'claim-reminders', text: CLAIM, values })
      return rows.map(({ id }) => id)
    },
    beat: async (lease) => {
      await db.query('update reminder.leases set beat = beat + 1 where lease = $1', [lease])
    },
    finish: async (lease, postponed) => {
      if (postponed.length > 0) {
        const ids = postponed.map(({ subscriptionId }) => subscriptionId)
        const untils = postponed.map(({ ms }) => after(Math.min(ms, WAIT_MS_MAX)))
        await db.query(POSTPONE, [lease, ids, untils, postponed.map(({ waitsFor }) => waitsFor)])
      }
      await db.query('delete from reminder.leases where lease = $1', [lease])
    },
    excused: async (subscriptionIds) => {
      const { rows } = await db.query<{ id: string }>(
        `select subscription_id as id from reminder.leases
         where subscription_id = any($1::uuid[]) and lease is null
           and (waits_for is null or waits_for in ('profile', 'morning'))`,
        [subscriptionIds],
      )
      return new Set(rows.map(({ id }) => id))
    },
    forget: async () => {
      await db.query('delete from reminder.leases where lease is null and not_before < $1', [
        after(-FORGOTTEN_AFTER_MS),
      ])
    },
    held: async () => {
      const { rows } = await db.query<{ lease: string; beat: number }>(
        'select lease, max(beat) as beat from reminder.leases where lease is not null group by lease',
      )
      return rows
    },
  }
}

/** Finds leases of dead workers. */
export function watchWorkers(leases: Pick<ReminderLeases, 'held'>, monotonicMs: () => number) {
  const abandonedOf = createLeaseWatch(monotonicMs)
  const own = new Set<string>()
  const abandoned = async (): Promise<readonly string[]> => {
    const held = (await leases.held()).filter(({ lease }) => !own.has(lease))
    // The count of a living worker grows, so its mark changes.
    const marks = new Map(held.map(({ lease, beat }) => [`${lease} ${beat}`, lease]))
    return abandonedOf([...marks.keys()]).map((mark) => marks.get(mark)!)
  }
  return { own, abandoned }
}
