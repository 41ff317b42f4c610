import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { openReadSide, type ReadSide } from '../testing/read-side.ts'
import { rowsTouched } from '../testing/rows-touched.ts'
import { historyProjection } from './projection.ts'
import { listHistory, type HistoryFilter } from './queries.ts'

const LINES = 40_000
const PAGE = 20
/** Rows of a page, read among others where every fourth is on it, and those that its total counts. */
const ROWS_TOUCHED_MAX = 5 * (PAGE + 1) + LIMITS.searchCountedMax + 1
const RARE = 'AdminGranted'
const WEEK = { fromMs: LINES / 2, untilMs: LINES / 2 + 500 }
const FAR = { after: { value: LINES / 2, id: '1' } } as const

/**
 * Line n is of the instant n. A quarter is of one profile, by its owner; a quarter in the log, by an administrator; the
 * rest are of a thousand others. The first lines are rare: that administrator granted a right, and that owner read once.
 */
const FILL = `
  insert into history (position, at, stream, revision, type, entity, actor_kind, actor_id, facts)
  select n, n, 'any', n,
    case when n = 1 then '${RARE}' when n % 4 = 1 or n = 2 then 'HistoryRead' else 'ProfileEdited' end,
    case when n % 4 = 0 then 'profile-big' when n % 4 = 1 or n = 2 then 'log' else 'profile-' || n % 1000 end,
    case n % 4 when 1 then 'admin' else 'owner' end,
    case when n % 4 = 0 or n = 2 then 'owner-big' when n % 4 = 1 then 'admin' else 'owner-' || n % 1000 end,
    '{}'
  from generate_series(1, ${LINES}) n`

let side: ReadSide
beforeAll(async () => {
  side = await openReadSide()
  const { name } = await side.project(historyProjection)
  await side.superuser(`set search_path to "${name}"; truncate history; ${FILL}`)
  // As the server does by itself after so many rows.
  await side.superuser(`vacuum analyze "${name}".history`)
})
afterAll(() => side.close())

/** The lines of a page, and how many rows all its statements touched. */
async function pageOf(asked: Partial<Parameters<typeof listHistory>[1]>) {
  const request = { after: undefined, limit: PAGE, ...asked }
  const { answer, touched } = await rowsTouched(side, (rows) => listHistory(rows, request))
  return { positions: answer.rows.map(({ position }) => Number(position)), total: answer.total, touched }
}

const FILTERS: Readonly<Record<string, HistoryFilter & { readonly found: number }>> = {
  'the busiest profile': { entities: ['profile-big'], found: PAGE },
  'the busiest profile, from the middle': { entities: ['profile-big'], ...FAR, found: PAGE },
  'a week of the busiest profile': { entities: ['profile-big'], ...WEEK, found: PAGE },
  'the log, a rare type': { entities: ['log'], types: [RARE], found: 1 },
  'the busiest administrator': { actors: ['admin'], found: PAGE },
  'the busiest administrator, a rare type': { actors: ['admin'], types: [RARE], found: 1 },
  'the busiest administrator, of somebody else’s profile': {
    actors: ['admin'],
    entities: ['profile-big'],
    found: 0,
  },
  'the busiest owner, in the log': { actors: ['owner-big'], entities: ['log'], found: 1 },
  'the busiest owner, a type in the log': {
    actors: ['owner-big'],
    entities: ['log'],
    types: ['HistoryRead'],
    found: 1,
  },
  'a common type, from the middle': { types: ['ProfileEdited'], ...FAR, found: PAGE },
  'half of all': { untilMs: LINES / 2, found: PAGE },
}

test.each(Object.entries(FILTERS))(
  'a page of %s touches about as many rows as it shows [SPEED-10]',
  async (_name, { found, ...asked }) => {
    const { positions, touched } = await pageOf(asked)
    expect(positions).toHaveLength(found)
    expect(touched).toBeLessThanOrEqual(ROWS_TOUCHED_MAX)
  },
)
