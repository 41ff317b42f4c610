import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** Statements of the answer itself: the account is cached, and runners, mails and the log have others meanwhile. */
const OF_ANSWERS = /read\.(profiles|traffic_|identified_|subscriptions)|vault\.(subject_keys|key_losses)/

/** Cached states query destroyed keys a second after an append, which may look like a statement of one answer. */
const TIMES = 3

type Asked = string | { readonly text: string; readonly name?: string }

async function statementsOf(work: () => Promise<unknown>): Promise<readonly Asked[]> {
  const asked: Asked[] = []
  const watched = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    asked.push(...watched.mock.calls.map(([query]) => query as unknown as Asked))
  } finally {
    watched.mockRestore()
  }
  return asked.filter((query) => {
    const { text, name = '' } = typeof query === 'string' ? { text: query } : query
    return OF_ANSWERS.test(text) && name !== 'state-mark'
  })
}

test('repeated figures take four statements, each of them prepared [SPEED-3]', async () => {
  await api.call(`/api/public/profile/${api.profile.slug}?u=${uuid(0xa1)}&s=qr`)
  await api.figures(api.profile.id, '12m')
  const asked: (readonly Asked[])[] = []
  for (let nth = 0; nth < TIMES; nth += 1)
    asked.push(await statementsOf(() => api.figuresFor(api.owner.token, api.profile.id, '12m')))
  const [statements] = asked.toSorted((one, other) => one.length - other.length)
  expect(statements).toHaveLength(4)
  expect(statements).toEqual(statements!.map(() => expect.objectContaining({ name: expect.any(String) })))
})
