import { expect, test, vi } from 'vitest'
import { createPresentVisit } from './present-visit.ts'

const PAGE = { profileId: 'p', slug: 'ana', source: 'nfc', referrer: undefined } as const

function opened(visitId?: string) {
  let made = 0
  const visitor = { id: () => `visitor-${(made += 1)}`, forget: vi.fn() }
  return { ...createPresentVisit({ ...PAGE, visitId }, visitor), visitor, idsMade: () => made }
}

test('actions and messages of a page are one visit of one visitor', () => {
  const { ofAct, ofPage, idsMade } = opened()
  const seen = ofPage()
  expect([ofAct(), ofPage(), seen.visitorId, idsMade()]).toEqual([seen, seen, 'visitor-1', 1])
})

test('a page that is loaded again goes on with its visit, until it is opened anew or forgotten', () => {
  const { ofPage, startOver } = opened('stored')
  expect(ofPage().visitId).toBe('stored')
  startOver()
  expect(ofPage().visitId).not.toBe('stored')
  const forgotten = opened('stored')
  forgotten.forget()
  expect([forgotten.ofPage().visitId, forgotten.ofAct().visitId]).not.toContain('stored')
})

test('a forgotten visitor gets an id by the next action, and not by earlier messages of the page', () => {
  const { ofAct, ofPage, forget, visitor, idsMade } = opened()
  const before = ofPage()
  forget()
  expect(visitor.forget).toHaveBeenCalledOnce()
  expect([ofPage().visitorId, ofPage().visitorId, idsMade()]).toEqual([undefined, undefined, 1])
  const next = ofAct()
  expect([next.visitorId, ofPage()]).toEqual(['visitor-2', next])
  expect(next.visitId).not.toBe(before.visitId)
})

test('a visitor who returns to the page has an id again', () => {
  const { ofPage, forget, startOver } = opened()
  forget()
  startOver()
  expect(ofPage().visitorId).toBe('visitor-1')
})
