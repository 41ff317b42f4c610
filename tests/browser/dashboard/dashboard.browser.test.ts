import { afterAll, beforeAll, describe } from 'vitest'
import { openAccountWorld, type AccountWorld } from '../../kills/account-world.ts'
import { type ClockedBrowser, findChromium, launchBrowser } from '../browser.ts'
import { accountSteps } from './account-steps.ts'
import { analyticsSteps } from './analytics-steps.ts'
import { editSteps } from './edit-steps.ts'
import { imagesSteps } from './images-steps.ts'
import { keptQrSteps } from './kept-qr-steps.ts'
import { lookSteps } from './look-steps.ts'
import { phoneBarsSteps } from './phone-bars-steps.ts'
import { profilesSteps } from './profiles-steps.ts'
import { stageSteps } from './stage-steps.ts'
import { storySteps } from './story-steps.ts'

/** The dashboard as its owners see it: the built program, real Chromium. */
const chromium = findChromium() // where there is none, pages.browser.test.ts says so

/** All owners of these tests have one address. Guesses of a password are limited as they are for people. */
const RATE_LIMITS = [
  'traffic=1000000/1000000',
  ...'signed-in signed-in-address login register activate create-profile edit-profile upload'
    .split(' ')
    .map((name) => `${name}=1000000/900`),
].join(',')

describe.skipIf(chromium === undefined)('in Chromium', () => {
  let people: AccountWorld
  let browser: ClockedBrowser
  beforeAll(async () => {
    ;[people, browser] = await Promise.all([openAccountWorld({ RATE_LIMITS }), launchBrowser(chromium ?? '')])
  })
  afterAll(async () => {
    await browser?.close()
    await people?.close()
  })
  const world = () => ({ people, browser })

  describe('Mis Perfiles', () => profilesSteps(world))
  describe('the stage', () => stageSteps(world))
  describe('Editar Perfil', () => editSteps(world))
  describe('Analíticas', () => analyticsSteps(world))
  describe('Imágenes', () => imagesSteps(world))
  describe('Apariencia', () => lookSteps(world))
  describe('Mostrar QR', () => keptQrSteps(world))
  describe('the bars of phones', () => phoneBarsSteps(world))
  describe('Mi cuenta', () => accountSteps(world))
  describe('the whole', () => storySteps(world))
})
