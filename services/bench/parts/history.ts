import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { withConnection } from '@app/postgres/connection.ts'
import type { BenchPart } from '../frame.ts'
import { registerActivated, signInAdministrator, type BenchPerson } from '../load/filled-product.ts'
import { idOfAccount, appendLives, CALL_FOR_ALL, profileIdOf, UNTIL_MS, YEAR_MS } from '../load/lives.ts'
import { openBoth } from '../load/our-backend.ts'
import { ADMINISTRATOR, demoProfileOf } from '../load/product.ts'
import { createGet, measureRequests } from '../load/requests.ts'

const PEOPLE = 500
const COUNTS = { edits: 75, editsOfFirst: LIMITS.streamEventsMax, readings: 30_000 }
const LIMIT_CHANGES = 20
const REQUESTS = { timesMax: 200, ms: 3_000 }

/** As `Link` writes it, whose module belongs to the API. */
const MIDDLE = `&after=${Buffer.from(`-at ${UNTIL_MS - YEAR_MS / 2} 1`).toString('base64url')}`
const BUSIEST = `entity=${profileStream(profileIdOf(0))}`
const RARE = '&type=ThemeApplied'

const questionsOf = (administratorId: string, middle: number): Readonly<Record<string, string>> => ({
  'first page': '',
  'page from the middle': MIDDLE,
  'a profile': `entity=${profileStream(profileIdOf(middle))}`,
  'the busiest profile, from the middle': BUSIEST + MIDDLE,
  'the busiest profile, a rare type': BUSIEST + RARE,
  'profiles and accounts of many': 'entity=catalina',
  'profiles and accounts of many, a type': 'entity=catalina&type=ProfileEdited',
  'a person': `person=persona+${middle}`,
  'persons of many': 'person=catalina',
  'an administrator, a type': `person=${accountStream(administratorId)}&type=ProfileLimitChanged${MIDDLE}`,
  'an owner, a rare type in the log': `person=${accountStream(idOfAccount(0))}&entity=log&type=HistoryRead`,
  'a call': `correlation=${CALL_FOR_ALL}`,
  'a week': 'from=2026-06-01&to=2026-06-07',
  'five months, a rare type': `from=2025-11-01&to=2026-05-31${RARE}`,
})

const QUESTIONS = Object.keys(questionsOf('', 0))

/** Pages of 20 lines of a history of 100,000 events; the same row by its key as in `dashboard` is the measure. */
export const history: BenchPart = {
  name: 'history',
  judged: [
    {
      title: `slowest of ${QUESTIONS.length} filters ÷ a row by its key`,
      metric: 'p50',
      of: QUESTIONS,
      by: 'key',
      atMost: 10,
    },
  ],
  open: async (context) => {
    const { product, backend, url } = await openBoth(context, 'history')
    const administrator = await signInAdministrator(product, ADMINISTRATOR.ADMIN_EMAIL)
    const people = context.scaled(PEOPLE)
    const counts = Object.entries(COUNTS).map(([name, count]) => [name, context.scaled(count)])
    const scaled = Object.fromEntries(counts) as typeof COUNTS
    context.say('appending')
    await appendLives(backend.store, {
      people,
      ...scaled,
      limitChanges: LIMIT_CHANGES,
      administratorId: administrator.id,
    })
    const stranger = await registerActivated(product, backend.store, 'ajena@bench.example')
    await product.caughtUp()
    await withConnection(url, async (client) => {
      await client.query('vacuum analyze')
      await client.query('checkpoint')
    })
    const { get, close } = createGet()
    context.onClose(close)
    const profileId = await demoProfileOf(product)
    const asked = async (path: string, person: BenchPerson, expected: number): Promise<number> => {
      const { ms, status, body } = await get(`${product.url}${path}`, person.headers)
      if (status !== expected || body === '[]') throw new Error(`${path} was answered ${status}: ${body}`)
      return ms
    }
    const measure = (path: string, person: BenchPerson, expected: number) => () =>
      measureRequests(product, () => asked(path, person, expected), REQUESTS)
    const questions = Object.entries(questionsOf(administrator.id, Math.floor(people / 2)))
    return {
      key: measure(`/api/analytics/${profileId}/unified`, stranger, 404),
      ...Object.fromEntries(
        questions.map(([name, query]) => [
          name,
          measure(`/api/admin/history?limit=20&${query}`, administrator, 200),
        ]),
      ),
    }
  },
}
