import { describe } from 'vitest'
import { codesSteps } from './codes-steps.ts'
import { profilesSteps } from './profiles-steps.ts'
import { quotationsSteps } from './quotations-steps.ts'
import { remindersSteps } from './reminders-steps.ts'
import { usersSteps } from './users-steps.ts'
import { manyOf, withPeople } from '../in-chromium.ts'

/** The administrator's panel: the built program, real Chromium. */
const RATE_LIMITS = manyOf(
  'signed-in signed-in-address login register activate create-profile edit-profile administer issue-codes quotation subscribe export-list',
)

withPeople({ RATE_LIMITS }, (world) => {
  describe.concurrent('Usuarios', () => usersSteps(world))
  describe.concurrent('Códigos de Activación', () => codesSteps(world))
  describe.concurrent('Cotizaciones', () => quotationsSteps(world))
  describe.concurrent('Perfiles', () => profilesSteps(world))
  describe.concurrent('Recordatorios', () => remindersSteps(world))
})
