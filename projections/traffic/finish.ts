import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import { ALL_DAYS, ALL_VISITOR_DAYS } from './days.ts'
import { judgeAll } from './judge-days.ts'

/** Young: few rows, as far as the planner knows, and at least twice the pages. */
const TABLE = `select to_regclass('traffic_facts_key') is not null as "isFinished",
    reltuples < 20000 and pg_relation_size(oid) > 2 * 8192 * (relpages + 4) as "isYoung"
  from pg_class where oid = 'traffic_facts'::regclass`

const findTable = async (tx: BuildTransaction) =>
  (await tx.query<{ readonly isFinished: boolean; readonly isYoung: boolean }>(TABLE))[0]!

const FACTS_FOUND = [
  'create unique index traffic_facts_key on traffic_facts (profile_id, visitor_id, day, is_judged, position)',
  'analyze traffic_facts',
]
/** Facts of a card lie scattered among those of others: figures with a filter find all that they count in one index. */
const FILTERED = 'visitor_id, day, hour, kind, network, source, referrer, device, reason'
const JUDGED = [
  `create index on traffic_facts (profile_id, at) include (${FILTERED})`,
  'create index on traffic_facts (profile_id, position)',
  ALL_VISITOR_DAYS,
  'create unique index on traffic_visitor_days (profile_id, visitor_id, day)',
  'create index on traffic_visitor_days (profile_id, day)',
  ...['visit_before', 'engaged_before'].map(
    (before) =>
      `create index on traffic_visitor_days (profile_id, ${before}, day) where ${before} > '-infinity'`,
  ),
  'analyze traffic_visitor_days',
  ALL_DAYS,
  'create unique index on traffic_days (profile_id, day)',
]

/**
 * Until a build has been at the end of the log nobody needs it: it has facts alone, without a judgement, days and keys. All
 * of them are made here at once.
 */
export async function finish(tx: BuildTransaction): Promise<void> {
  if ((await findTable(tx)).isFinished) return
  await tx.query('set local statement_timeout = 0')
  await tx.query(`set local work_mem = '32MB'`)
  await tx.query('set local default_statistics_target = 10')
  for (const text of FACTS_FOUND) await tx.query(text)
  await judgeAll(tx)
  for (const text of JUDGED)
    if (tx.isThrownAway !== true || !text.startsWith('create index')) await tx.query(text)
}

/**
 * Young tables are analysed: the planner takes them for empty, and would read a whole card for each visitor.
 * @returns whether the build is finished
 */
export async function isFinished(tx: BuildTransaction): Promise<boolean> {
  const table = await findTable(tx)
  if (table.isFinished && table.isYoung)
    for (const name of ['traffic_facts', 'traffic_visitor_days']) await tx.query(`analyze ${name}`)
  return table.isFinished
}
