import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { requestProfile, registerActivated, signIn } from './people.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('somebody is registered with slots for profiles, and may create as many', async () => {
  const person = await registerActivated(api, api.store, { maxProfiles: 2 })
  const made = [await requestProfile(api, person), await requestProfile(api, person)]
  expect(new Set(made).size).toBe(2)
  await expect(requestProfile(api, person)).rejects.toThrow(/^\/api\/profiles\/create answered 4\d\d/)
  expect((await signIn(api, 'persona-0@bench.example')).id).toBe(person.id)
})
