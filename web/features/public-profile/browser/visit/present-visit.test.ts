import { expect, test, vi } from 'vitest'
import { createPresentVisit } from './present-visit.ts'

const PAGE = { profileId: 'p', slug: 'ana', source: 'nfc', referrer: undefined } as const

function opened() {
  let made = 0
  const visitor = { id: () => `visitor-${(made += 1)}`, forget: vi.fn() }
  return { ...createPresentVisit(PAGE, visitor), visitor, idsMade: () => made }
}

test('acts and what the page tells are one visit of one visitor', () => {
  const { ofAct, ofPage, idsMade } = opened()
  const seen = ofPage()
  expect([ofAct(), ofPage(), seen.visitorId, idsMade()]).toEqual([seen, seen, 'visitor-1', 1])
})

test('whoever was forgotten gets an id by the next act, and not by what the page tells before', () => {
  const { ofAct, ofPage, forget, visitor, idsMade } = opened()
  const before = ofPage()
  forget()
  expect(visitor.forget).toHaveBeenCalledOnce()
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
