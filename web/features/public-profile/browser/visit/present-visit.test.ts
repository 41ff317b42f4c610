import { expect, test } from 'vitest'
import { createPresentVisit } from './present-visit.ts'

const PAGE = { profileId: 'p', slug: 'ana', source: 'nfc', referrer: undefined } as const

function opened() {
  let made = 0
  const visit = createPresentVisit(PAGE, { id: () => `visitor-${(made += 1)}` })
  return { ...visit, idsMade: () => made }
}

test('acts and what the page tells are one visit of one visitor', () => {
  const { ofAct, ofPage, idsMade } = opened()
  const seen = ofPage()
  expect([ofAct(), ofPage(), seen.visitorId, idsMade()]).toEqual([seen, seen, 'visitor-1', 1])
})

test('whoever was forgotten gets an id by the next act, and not by what the page tells before', () => {
  const { ofAct, ofPage, forget, idsMade } = opened()
  const before = ofPage()
  forget()
  expect([ofPage().visitorId, ofPage().visitorId, idsMade()]).toEqual([undefined, undefined, 1])
  const next = ofAct()
  expect([next.visitorId, ofPage()]).toEqual(['visitor-2', next])
  expect(next.visitId).not.toBe(before.visitId)
})

test('whoever comes back to the page is a visitor again', () => {
  const { ofPage, forget, startOver } = opened()
  forget()
  startOver()
  expect(ofPage().visitorId).toBe('visitor-1')
})
