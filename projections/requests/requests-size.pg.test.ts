import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { openReadSide, type ReadSide } from '../testing/read-side.ts'
import { rowsTouched } from '../testing/rows-touched.ts'
import { requestsProjection } from './projection.ts'
import { confirmedVisitorsOf } from './queries.ts'

const REQUESTS = 8_000
const PROFILE = '10000000-0000-4000-8000-000000000001'
const MAILBOX = '20000000-0000-8000-8000-000000000001'

/** Nearly all are answered. The newest thousand are open, and of one card. */
const FILL = `
  insert into requests (id, kind, channel, proof, about, profile_id, mailbox_id, position, received_at, due_at, status,
    is_confirmed, is_prolonged, words, search_words)
  select gen_random_uuid(), 'access',
    'form', 'none', 'visitor-' || n, '${PROFILE}', '${MAILBOX}', n, n, 86400000::bigint * (n / 100),
    case when n > ${REQUESTS} - 1000 then 'open' else 'answered' end, n <= ${REQUESTS} - 1000, false, 'sealed', '{}'
  from generate_series(1, ${REQUESTS}) n`

let side: ReadSide
beforeAll(async () => {
  side = await openReadSide()
  const { name } = await side.project(requestsProjection)
  await side.superuser(`set search_path to "${name}"; truncate requests; ${FILL}`)
  // As the server does by itself after so many rows.
  await side.superuser(`vacuum analyze "${name}".requests`)
})
afterAll(() => side.close())

const touchedIn = async (query: Parameters<typeof rowsTouched>[1]): Promise<number> =>
  (await rowsTouched(side, query)).touched

test('a mailbox with any number of requests proves a bounded number of visitors', async () => {
  expect(await confirmedVisitorsOf({ db: side.reader }, MAILBOX)).toHaveLength(LIMITS.keptThingsMax)
  const touched = await touchedIn((rows) => confirmedVisitorsOf(rows, MAILBOX))
  expect(touched).toBeLessThanOrEqual(2 * LIMITS.keptThingsMax)
})
