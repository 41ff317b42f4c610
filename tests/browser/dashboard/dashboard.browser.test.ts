import { describe } from 'vitest'
import { accountSteps } from './account-steps.ts'
import { analyticsSteps } from './analytics-steps.ts'
import { editSteps } from './edit-steps.ts'
import { imagesSteps } from './images-steps.ts'
import { keptQrSteps } from './kept-qr-steps.ts'
import { lookSteps } from './look-steps.ts'
import { phoneBarsSteps } from './phone-bars-steps.ts'
import { profilesSteps } from './profiles-steps.ts'
import { stageSteps } from './stage-steps.ts'
import { manyOf, withPeople } from '../in-chromium.ts'

/** The dashboard as its owners see it: the built program, real Chromium. */
/** All owners have one address. Guesses of a password are limited as they are for people. */
const RATE_LIMITS = manyOf(
  'signed-in signed-in-address login register activate create-profile edit-profile upload',
)

withPeople({ RATE_LIMITS }, (world) => {
  describe('Mis Perfiles', () => profilesSteps(world))
  describe('the stage', () => stageSteps(world))
  describe('Editar Perfil', () => editSteps(world))
  describe('Analíticas', () => analyticsSteps(world))
  describe('Imágenes', () => imagesSteps(world))
  describe('Apariencia', () => lookSteps(world))
  describe('Mostrar QR', () => keptQrSteps(world))
  describe('the bars of phones', () => phoneBarsSteps(world))
  describe('Mi cuenta', () => accountSteps(world))
})
