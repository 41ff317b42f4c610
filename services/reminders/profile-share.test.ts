import { expect, test } from 'vitest'
import type { Due } from './due-page.ts'
import { createProfileShare } from './profile-share.ts'

const due = (profileId: string, nth: number): Due => ({
  subscriptionId: `${profileId}-${nth}`,
  profileId,
  cycle: 1,
  reminder: 'first',
  dueMs: nth,
})
const [busy, other] = [[1, 2, 3].map((nth) => due('busy', nth)), due('other', 4)]

test('a profile that used its quota waits for the next pass, and others do not', () => {
  const share = createProfileShare(2)
  expect(share.split([...busy, other])).toEqual({ now: [...busy, other], later: [] })
  share.count(busy.slice(0, 2))
  expect(share.split([...busy, other])).toEqual({ now: [other], later: busy })
})

test('reminders that were only checked do not count', () => {
  const share = createProfileShare(2)
  share.count(busy.slice(0, 1))
  share.count([])
  expect(share.split(busy).later).toEqual([])
})
