import { describe } from 'vitest'
import { firstSteps } from './first-steps.ts'
import { landingLooks, landingSteps } from './landing-steps.ts'
import { myDataSteps } from './my-data-steps.ts'
import { offlineSteps } from './offline-steps.ts'
import { routeSteps } from './route-steps.ts'
import { sharingSteps } from './sharing-steps.ts'
import { twoHostsSteps } from './two-hosts-steps.ts'
import { visitorSteps } from './visitor-steps.ts'
import { withApi } from '../in-chromium.ts'

/** The public pages in real Chromium, on the product in this process, whose log the tests can read. */
withApi((world) => {
  // They mostly wait: for a document, for a second, for the browser.
  describe.concurrent('several at once', () => {
    describe('every route', () => routeSteps(world))
    describe('the first minute', () => firstSteps(world))
    describe('the landing', () => landingSteps(world))
    describe('a visitor of the public page', () => visitorSteps(world))
    describe('privacy', () => myDataSteps(world))
    describe('a page that is passed on', () => sharingSteps(world))
    describe('under two hosts', () => twoHostsSteps(world))
  })
  describe('while nothing else happens', () => {
    describe.concurrent('the landing', () => landingLooks(world))
    describe('a card without a network', () => offlineSteps(world))
  })
})
