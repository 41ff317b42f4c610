import type { ReadDb } from '@app/services/kernel/models/read-db.ts'

export interface AroundDay {
  readonly day: string
  readonly visits_before: number
  readonly visits_after: number
  readonly clicks_before: number
  readonly clicks_after: number
}

/** Counted sums of so many days before and after each of some days, which belong to neither side. */
export async function sumsAroundDays(
  db: ReadDb,
  profileId: string,
  around: { readonly days: readonly string[]; readonly length: number },
): Promise<readonly AroundDay[]> {
  if (around.days.length === 0) return []
  const { rows } = await db.query<AroundDay>({
    name: 'sums-around-days',
    text: `select a.day::text,
        coalesce(sum(d.visits) filter (where d.day < a.day), 0)::int as visits_before,
        coalesce(sum(d.visits) filter (where d.day > a.day), 0)::int as visits_after,
        coalesce(sum(d.clicks) filter (where d.day < a.day), 0)::int as clicks_before,
        coalesce(sum(d.clicks) filter (where d.day > a.day), 0)::int as clicks_after
      from unnest($2::date[]) a (day)
      left join read.traffic_days d on d.profile_id = $1 and d.day between a.day - $3::int and a.day + $3::int
      group by a.day`,
    values: [profileId, around.days, around.length],
  })
  return rows
}
