import { expect, test } from 'vitest'
import { trackBody } from '@app/contracts/api/public-calls.ts'
import { clickHeaders, createClickBodies } from './phone.ts'
import { createRandom } from '@app/generator/random.ts'

const bodies = Array.from({ length: 300 }, createClickBodies(createRandom(1))).map((text) =>
  trackBody.parse(JSON.parse(text)),
)

test('every click is an event of its own that the contract takes', () => {
  expect(new Set(bodies.map(({ event_id }) => event_id)).size).toBe(300)
})

test('some clicks are of one visit, and each visit is of another visitor', () => {
  expect(new Set(bodies.map(({ visit_id }) => visit_id)).size).toBe(100)
  expect(new Set(bodies.map(({ visit_id, visitor_id }) => `${visit_id} ${visitor_id}`)).size).toBe(100)
})

test('a click has the referrer that a browser sends', () => {
  const headers = clickHeaders('http://127.0.0.1:3000')
  expect(headers.Origin).toBe('http://127.0.0.1:3000')
  expect(headers.Referer).toContain(headers.Origin)
})
