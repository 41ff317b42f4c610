import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import type { BenchPart } from '../frame.ts'
import { openFilled, type Card } from '../load/filled-product.ts'
import { createGet, measureRequests } from '../load/requests.ts'

const [LARGE, MIDDLE] = [1_000_000, 50_000]
const REQUESTS = { timesMax: 300, ms: 15_000 }
const ALL = 'date_range=all-time'
const TAPS = `select count(*) as n from log.events where type = 'ProfileTapped' and data ->> 'profileId' = $1`

const large = { metric: 'p50', of: 'all-time' } as const

/** `unified` over HTTP; by a stranger it reads one row by its key and is answered 404. */
export const dashboard: BenchPart = {
  name: 'dashboard',
  judged: [
    { title: 'a million facts, all time ÷ a row by its key', ...large, by: 'key', atMost: 8 },
    { title: 'a million facts, twelve months: ms', metric: 'p50', of: 'year', atMost: 80 },
    { title: 'a million facts, 30 days: ms', metric: 'p50', of: 'month', atMost: 12 },
    { title: '50,000 facts, filtered: ms', metric: 'p50', of: 'filtered', atMost: 60 },
    { title: '50,000 facts among a million ÷ alone', metric: 'p50', of: 'among', by: 'alone', atMost: 1.2 },
  ],
  open: async (context) => {
    const [many, some] = [context.scaled(LARGE), context.scaled(MIDDLE)]
    const small = await openFilled(context, 'alone', [some])
    const full = await openFilled(context, 'among', [many, some])
    const { get, close } = createGet()
    context.onClose(close)
    const unified = async ({ product }: typeof full, profileId: string, query: string, by: Card) => {
      const path = `/api/analytics/${profileId}/unified?${query}`
      const answer = await get(`${product.url}${path}`, by.headers)
      if (answer.status !== (by.profileId === profileId ? 200 : 404))
        throw new Error(`${path} was answered ${answer.status}: ${answer.body}`)
      return answer
    }
    const measure =
      (filled: typeof full, { profileId }: Card, query: string, by: Card) =>
      () =>
        measureRequests(async () => (await unified(filled, profileId, query, by)).ms, REQUESTS)
    const [one, other] = full.cards as [Card, Card]
    const shown = JSON.parse((await unified(full, one.profileId, ALL, one)).body) as UnifiedAnalytics
    const { rows } = await withConnection(full.url, (db) => db.query<{ n: string }>(TAPS, [one.profileId]))
    const counted = shown.total_visits + shown.excluded.visits
    if (counted !== Number(rows[0]!.n))
      throw new Error(`${counted} visits are accounted for of ${rows[0]!.n}`)
    const [lone] = small.cards as [Card]
    return {
      'all-time': measure(full, one, ALL, one),
      key: measure(full, one, ALL, other),
      year: measure(full, one, 'date_range=12m', one),
      month: measure(full, one, 'date_range=1m', one),
      filtered: measure(full, other, `${ALL}&source=nfc`, other),
      among: measure(full, other, ALL, other),
      alone: measure(small, lone, ALL, lone),
    }
  },
}
