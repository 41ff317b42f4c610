import { REPEAT_DOWNLOAD_MS, REPEAT_TAP_MS, VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/shares.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import { daysFrom } from './days.ts'
import { IS_ENGAGED } from './former-days.ts'
import { changeReasons, factsAround, judge, keysOf, type VisitorDay } from './judge.ts'
import { SUMS } from './tables.ts'

/** A finished build is read by its keys. Young: few rows, as far as the planner knows, and at least twice the pages. */
const TABLE = `
  select set_config('enable_seqscan', (to_regclass('traffic_facts_key') is null)::text, true) = 'off' as "isFinished",
    reltuples < 20000 and pg_relation_size(oid) > 2 * 8192 * (relpages + 4) as "isYoung"
  from pg_class where oid = 'traffic_facts'::regclass`

/** Analyses a young table, which the planner takes for empty. @returns whether the build is finished */
export async function isFinished(tx: BuildTransaction): Promise<boolean> {
  const [table] = await tx.query<{ isFinished: boolean; isYoung: boolean }>(TABLE)
  if (table!.isFinished && table!.isYoung) await tx.query('analyze traffic_facts')
  return table!.isFinished
}

const FACTS_FOUND = [
  'create unique index traffic_facts_key on traffic_facts (profile_id, visitor_id, day, is_judged, position)',
  'analyze traffic_facts',
]

const EXCEED = `update traffic_facts set is_judged = false, reason = 'excess' where ctid = any (array(
  select e.ctid from unnest($1::uuid[], $2::uuid[], $3::date[]) k (profile_id, visitor_id, day)
  cross join lateral (select ctid from traffic_facts t
    where (t.profile_id, t.visitor_id, t.day, t.is_judged) = (k.profile_id, k.visitor_id, k.day, true)
    order by position offset ${VISITOR_FACTS_A_DAY_MAX}) e))`

/** Days with too many facts, one soon after another of its kind, or one right after midnight, which clocks may show as one. */
const SUSPECTS = `declare suspects no scroll cursor for
  select distinct profile_id, visitor_id, day::text from (
    select *, row_number() over of_day as nth, at - lag(at) over of_day as gap, lag(kind) over of_day as before
    from traffic_facts where is_judged
    window of_day as (partition by profile_id, visitor_id, day order by kind, at)) f
  where nth > ${VISITOR_FACTS_A_DAY_MAX} or (hour <= 1 and at % 3600000 <= 60000) or kind = before
    and gap <= case kind when 'tap' then ${REPEAT_TAP_MS} when 'download' then ${REPEAT_DOWNLOAD_MS} end
  order by profile_id, visitor_id, day`

async function judgeAll(tx: BuildTransaction): Promise<void> {
  const next = () => tx.query<VisitorDay>('fetch 100 from suspects') // at most a thousand facts for each of three days
  await tx.query(SUSPECTS)
  for (let days = await next(); days.length > 0; days = await next()) {
    await tx.query(EXCEED, keysOf(days))
    await changeReasons(tx, judge(days, await factsAround(tx, days)))
  }
  await tx.query('close suspects')
}

const EARLIER =
  'over (partition by profile_id, visitor_id order by day rows between unbounded preceding and 1 preceding)'
const beforeWithin = (condition: string): string =>
  `case when ${condition} then coalesce(max(day) filter (where ${condition}) ${EARLIER}, '-infinity') end`

const COUNTS = ['tap', 'click', 'download']
  .map((kind, nth) => `count(*) filter (where kind = '${kind}' and reason is null) as ${SUMS[nth]!}`)
  .join(', ')
const VISITOR_DAYS = `insert into traffic_visitor_days
  select *, ${beforeWithin('visits > 0')}, ${beforeWithin(IS_ENGAGED)} from (
    select profile_id, visitor_id, day, ${COUNTS} from traffic_facts
    where is_judged group by profile_id, visitor_id, day) d
  order by profile_id, day`

const all = (table: string): string => `(select *, 1 as n from ${table}) t`

/** Facts of a card lie scattered among those of others: figures with a filter find all that they count in one index. */
const FILTERED = 'visitor_id, day, hour, kind, network, source, referrer, device, reason'
const JUDGED = [
  `create index on traffic_facts (profile_id, at) include (${FILTERED})`,
  'create index on traffic_facts (profile_id, position)',
  VISITOR_DAYS,
  'create unique index on traffic_visitor_days (profile_id, visitor_id, day)',
  ...['visit_before', 'engaged_before'].map(
    (before) =>
      `create index on traffic_visitor_days (profile_id, ${before}, day) where ${before} > '-infinity'`,
  ),
  'analyze traffic_visitor_days',
  daysFrom(all('traffic_facts'), all('traffic_visitor_days')),
  'create unique index on traffic_days (profile_id, day)',
]

/** A build has facts alone until it reaches the end of the log; then it gets keys, and along them judgements and days. */
export async function finish(tx: BuildTransaction): Promise<void> {
  if (await isFinished(tx)) return
  await tx.query('set local statement_timeout = 0')
  await tx.query(`select set_config('work_mem', '32MB', true), set_config('enable_hashagg', 'off', true)`)
  await tx.query('set local default_statistics_target = 10')
  for (const text of FACTS_FOUND) await tx.query(text)
  await judgeAll(tx)
  for (const text of JUDGED)
    if (tx.isThrownAway !== true || !text.startsWith('create index')) await tx.query(text)
}
