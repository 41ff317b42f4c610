import type { BuildTransaction } from '../projection.ts'
import type { MatrixDelta, Tally } from './tally.ts'

/** Adds the tally to the rollups. Rows that fall to zero go, so that they are as if they had never been. */
export async function addTally(tx: BuildTransaction, tally: Tally): Promise<void> {
  await addDays(tx, tally)
  await addBreakdowns(tx, tally)
  await addMatrix(tx, 'traffic_uniques', [...tally.uniques.values()])
  await addMatrix(tx, 'traffic_engaged', [...tally.engagements.values()])
}

async function addDays(tx: BuildTransaction, tally: Tally): Promise<void> {
  const rows = [...tally.days.values()].filter(
    (row) => row.visits !== 0 || row.clicks !== 0 || row.downloads !== 0,
  )
  if (rows.length === 0) return
  const keys = [rows.map(({ profileId }) => profileId), rows.map(({ day }) => day)]
  await tx.query(
    `insert into traffic_days as d (profile_id, day, visits, clicks, downloads)
     select * from unnest($1::uuid[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[])
     on conflict (profile_id, day) do update set visits = d.visits + excluded.visits,
       clicks = d.clicks + excluded.clicks, downloads = d.downloads + excluded.downloads`,
    [
      ...keys,
      rows.map(({ visits }) => visits),
      rows.map(({ clicks }) => clicks),
      rows.map(({ downloads }) => downloads),
    ],
  )
  if (!rows.some(({ visits, clicks, downloads }) => Math.min(visits, clicks, downloads) < 0)) return
  await tx.query(
    `delete from traffic_days d using unnest($1::uuid[], $2::date[]) k(profile_id, day)
     where d.profile_id = k.profile_id and d.day = k.day and d.visits = 0 and d.clicks = 0 and d.downloads = 0`,
    keys,
  )
}

async function addBreakdowns(tx: BuildTransaction, tally: Tally): Promise<void> {
  const rows = [...tally.breakdowns.values()].filter(({ count }) => count !== 0)
  if (rows.length === 0) return
  const keys = [
    rows.map(({ profileId }) => profileId),
    rows.map(({ day }) => day),
    rows.map(({ dimension }) => dimension),
    rows.map(({ value }) => value),
  ]
  await tx.query(
    `insert into traffic_breakdown as b (profile_id, day, dimension, value, count)
     select * from unnest($1::uuid[], $2::date[], $3::text[], $4::text[], $5::bigint[])
     on conflict (profile_id, day, dimension, value) do update set count = b.count + excluded.count`,
    [...keys, rows.map(({ count }) => count)],
  )
  if (!rows.some(({ count }) => count < 0)) return
  await tx.query(
    `delete from traffic_breakdown b
     using unnest($1::uuid[], $2::date[], $3::text[], $4::text[]) k(profile_id, day, dimension, value)
     where b.profile_id = k.profile_id and b.day = k.day and b.dimension = k.dimension and b.value = k.value
       and b.count = 0`,
    keys,
  )
}

async function addMatrix(
  tx: BuildTransaction,
  table: 'traffic_uniques' | 'traffic_engaged',
  deltas: readonly MatrixDelta[],
): Promise<void> {
  const rows = deltas.filter(({ visitors }) => visitors !== 0)
  if (rows.length === 0) return
  const keys = [
    rows.map(({ profileId }) => profileId),
    rows.map(({ day }) => day),
    rows.map(({ previous }) => previous),
  ]
  await tx.query(
    `insert into ${table} as m (profile_id, day, previous, visitors)
     select * from unnest($1::uuid[], $2::date[], $3::date[], $4::bigint[])
     on conflict (profile_id, day, previous) do update set visitors = m.visitors + excluded.visitors`,
    [...keys, rows.map(({ visitors }) => visitors)],
  )
  if (!rows.some(({ visitors }) => visitors < 0)) return
  await tx.query(
    `delete from ${table} m using unnest($1::uuid[], $2::date[], $3::date[]) k(profile_id, day, previous)
     where m.profile_id = k.profile_id and m.day = k.day and m.previous = k.previous and m.visitors = 0`,
    keys,
  )
}
