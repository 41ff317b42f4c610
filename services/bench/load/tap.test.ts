import { expect, test } from 'vitest'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { tapOf } from './tap.ts'

const VISIT = '00000000-0000-4000-8000-000000000001'
const VISITOR = '00000000-0000-4000-8000-000000000002'

test('a tap is one that the product would write, of about 300 bytes, in the stream of its visit', () => {
  const { stream, event } = tapOf({ visitId: VISIT, visitorId: VISITOR })
  expect(readEvent(event)).toMatchObject({ type: 'ProfileTapped', data: { visitorId: VISITOR } })
  expect(stream).toBe(`visit-${VISIT}`)
  const bytes = JSON.stringify(event.data).length
  expect(bytes).toBeGreaterThan(250)
  expect(bytes).toBeLessThan(420)
})
