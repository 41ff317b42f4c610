import { describe, expect, test, beforeEach } from 'vitest'
import { readStream } from '../../kernel/codec.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { getAdminQuotations } from '@app/contracts/quotations/admin-quotations.ts'
import { quotationStream } from '@app/contracts/quotations/events.ts'
import { A_QUOTATION } from '../../../tests/support/api/a-quotation.ts'

const api = useTestApi()

async function request(changes: Partial<typeof A_QUOTATION> = {}): Promise<string> {
  const response = await api.post('/api/quotations', { ...A_QUOTATION, ...changes })
  expect(response.status).toBe(200)
  return ((await response.json()) as { id: string }).id
}
const list = (query = '', token = api.admin.token): Promise<Response> =>
  api.call(`/api/admin/quotations${query}`, { token })
async function listed(query?: string) {
  const response = await list(query)
  expect(response.status).toBe(200)
  return {
    quotations: getAdminQuotations.answer.parse(await response.json()),
    total: Number(response.headers.get('total-count')),
    link: response.headers.get('link'),
  }
}
const mark = (id: string, body: unknown, token = api.admin.token): Promise<Response> =>
  api.post(`/api/admin/quotations/${id}`, body, { method: 'PUT', token })
const eventsOf = async (id: string) =>
  (await readStream(api.store, quotationStream(id))).map(({ type, meta }) => [type, meta.actor])

test('the list of quotations has the requests, newest first, with links to the next pages', async () => {
  const [first, second] = [await request(), await request({ company: 'Zeta' })]
  await api.settle()
  const { quotations, total } = await listed()
  expect([quotations.length, total]).toEqual([2, 2])
  expect(quotations.find(({ id }) => id === first)).toEqual({
    id: first,
    ...A_QUOTATION,
    status: 'pending',
    created_at: api.clock.now().toISOString(),
  })
  const page = await listed('?limit=1&sort=created_at')
  const next = /^<(.+)>; rel="next"$/.exec(page.link ?? '')![1]!
  const rest = await api.call(next, { token: api.admin.token })
  const seen = [...page.quotations, ...getAdminQuotations.answer.parse(await rest.json())]
  expect(seen.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted())
  expect((await listed('?search=zet')).quotations).toMatchObject([{ id: second }])
  expect(rest.headers.get('link')).toBeNull()
})

describe('a quotation', () => {
  let id: string
  beforeEach(async () => {
    id = await request()
  })
  const BY_ADMIN = () => ({ kind: 'admin', id: api.admin.id })

  test('is contacted and completed, each once, by the administrator', async () => {
    for (const [nth, status] of ['contacted', 'contacted', 'completed', 'completed'].entries()) {
      const response = await mark(id, { status })
      expect([response.status, await response.json()]).toEqual([200, { id, status }])
      expect(response.headers.has('log-position')).toBe(nth % 2 === 0)
    }
    expect((await listed('?status=completed')).quotations).toMatchObject([{ id, status: 'completed' }])
    expect((await eventsOf(id)).slice(1)).toEqual([
      ['QuotationContacted', BY_ADMIN()],
      ['QuotationCompleted', BY_ADMIN()],
    ])
  })
})
