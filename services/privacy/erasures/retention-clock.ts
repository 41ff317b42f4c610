import type pg from 'pg'

/** Longer than any pause between two passes of a product that runs each day. */
const NEAR_HOURS = 26
const STEP_HOURS = 24

export interface BelievedTime {
  /** Never later than the clock. */
  readonly at: Date
  /** The clock leapt, or the product did not run for days. */
  readonly isBehindClock: boolean
}

/**
 * A clock that is wrongly set ahead would erase people who are not due. So each pass believes the clock if it is near the
 * time of the pass before; otherwise a day more, if this pass may.
 * @param pass.mayStep an hour has passed in this process: starting again and again must not add days
 */
export async function believedTime(
  db: Pick<pg.Pool, 'query'>,
  { now, mayStep }: { readonly now: Date; readonly mayStep: boolean },
): Promise<BelievedTime> {
  const { rows } = await db.query<{ believed_at: Date }>(
    `insert into retention.clock as c (believed_at) values ($1)
     on conflict (is_only) do update set believed_at = case
       when $1 <= c.believed_at + make_interval(hours => $2) then $1
       else c.believed_at + make_interval(hours => $3) end
     returning believed_at`,
    [now, NEAR_HOURS, mayStep ? STEP_HOURS : 0],
  )
  const at = rows[0]!.believed_at
  return { at, isBehindClock: at < now }
}
