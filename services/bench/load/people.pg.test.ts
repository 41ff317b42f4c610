import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { post, registerActivated } from './people.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('somebody is registered with slots for profiles, and may create as many', async () => {
  const person = await registerActivated(api, api.store, { email: 'una@bench.example', maxProfiles: 2 })
  const create = (): Promise<unknown> => post(`${api.url}/api/profiles/create`, undefined, person.headers)
  expect(await create()).toMatchObject({ slug: expect.any(String), visits: 0 })
  expect(await create()).toMatchObject({ slug: expect.any(String), visits: 0 })
  await expect(create()).rejects.toThrow(/^\/api\/profiles\/create answered 4\d\d/)
})
