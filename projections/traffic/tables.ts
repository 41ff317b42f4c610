import type { JudgedFact } from './fact.ts'
import { createTable, type TableColumn, type TableColumns, type Table } from './table.ts'
import { DAY_SUMS, MONTH_SUMS, type MatrixDelta, type Sum } from './fold/tally.ts'
import type { VisitorDay, VisitorKey } from './fold/visitor-day-repeats.ts'

/**
 * `traffic_facts` has one row per traffic event, without those beyond a visitor's daily limit. Those with a `ground`
 * have no limit: an index of their own keeps them out of the fold's reads.
 * `traffic_visitor_days` has the state of each visitor's fold at the end of each day that has facts.
 * `traffic_days` counts visitors who are new on that day, in that ISO week and in that month, and those first engaged
 * in each: those of weeks and months are sums of days.
 * `traffic_uniques` and `traffic_engaged` give exact distinct visitors of any range [a, b]:
 * a visitor is new on the day in [a, b] whose previous day is before a.
 */
export const FACTS: Table = {
  name: 'traffic_facts',
  columns: {
    profileId: { name: 'profile_id', type: 'uuid' },
    visitorId: { name: 'visitor_id', type: 'uuid' },
    eventId: { name: 'event_id', type: 'uuid' },
    at: { name: 'at', type: 'bigint', read: Number },
    position: { name: 'position', type: 'bigint', read: BigInt },
    kind: { name: 'kind', type: 'text' },
    network: { name: 'network', type: 'text', isNullable: true },
    source: { name: 'source', type: 'text' },
    referrer: { name: 'referrer', type: 'text' },
    device: { name: 'device', type: 'text' },
    ownExclusion: { name: 'ground', type: 'text', isNullable: true },
    reason: { name: 'reason', type: 'text', isNullable: true },
  } satisfies Record<keyof JudgedFact, TableColumn>,
  key: ['profileId', 'at', 'position'],
  fillfactor: 95,
}

export const VISITOR_DAYS = {
  name: 'traffic_visitor_days',
  columns: {
    profileId: { name: 'profile_id', type: 'uuid' },
    visitorId: { name: 'visitor_id', type: 'uuid' },
    day: { name: 'day', type: 'date' },
    lastAt: { name: 'last_at', type: 'bigint', isNullable: true },
    lastKey: { name: 'last_key', type: 'text', collation: 'C' },
    judged: { name: 'judged', type: 'int' },
    clicks: { name: 'clicks', type: 'int' },
    downloads: { name: 'downloads', type: 'int' },
    moments: { name: 'moments', type: 'int' },
    tapAt: { name: 'tap_at', type: 'bigint', isNullable: true },
    downloadAt: { name: 'download_at', type: 'bigint', isNullable: true },
    visitDay: { name: 'visit_day', type: 'date', isNullable: true },
    engagedDay: { name: 'engaged_day', type: 'date', isNullable: true },
  } satisfies Record<keyof (VisitorKey & VisitorDay), TableColumn>,
  key: ['profileId', 'visitorId', 'day'],
  onConflict: 'replace',
  fillfactor: 80,
} as const satisfies Table

const sumColumns = (sums: readonly Sum[]): TableColumns =>
  Object.fromEntries(sums.map((sum) => [sum, { name: sum, type: 'int' }]))

const bucketTable = (name: string, start: string, sums: readonly Sum[], fillfactor: number): Table => ({
  name,
  columns: {
    profileId: { name: 'profile_id', type: 'uuid' },
    start: { name: start, type: 'date' },
    ...sumColumns(sums),
    counters: { name: 'counters', type: 'int[]' },
  },
  key: ['profileId', 'start'],
  onConflict: 'replace',
  fillfactor,
})
export const DAYS = bucketTable('traffic_days', 'day', DAY_SUMS, 80)
export const MONTHS = bucketTable('traffic_months', 'month', MONTH_SUMS, 70)

const matrixTable = (name: string): Table => ({
  name,
  columns: {
    profileId: { name: 'profile_id', type: 'uuid' },
    day: { name: 'day', type: 'date' },
    previous: { name: 'previous', type: 'date' },
    visitors: { name: 'visitors', type: 'int' },
  } satisfies Record<keyof MatrixDelta, TableColumn>,
  key: ['profileId', 'day', 'previous'],
  onConflict: 'add',
  fillfactor: 80,
})
export const UNIQUES = matrixTable('traffic_uniques')
export const ENGAGED = matrixTable('traffic_engaged')

export const TRAFFIC_TABLES = `
${createTable(FACTS)}
create index on traffic_facts (profile_id, visitor_id, at) where ground is null;
create index on traffic_facts (profile_id, visitor_id, at) where ground is not null;

${createTable(VISITOR_DAYS)}

${[DAYS, MONTHS, UNIQUES, ENGAGED].map(createTable).join('\n\n')}
`
export const TRAFFIC_VIEWS = [
  'traffic_facts',
  'traffic_visitor_days',
  'traffic_days',
  'traffic_months',
  'traffic_uniques',
  'traffic_engaged',
] as const
