import { describe } from 'vitest'
import { cardFormSteps } from './card-form-steps.ts'
import { mailboxSteps } from './mailbox-steps.ts'
import { requestsSteps } from './requests-steps.ts'
import { manyOf, withPeople } from '../in-chromium.ts'

/** A person's own data from the mail to the erasure, and who answers: the built program, real Chromium, real mails. */
const RATE_LIMITS = manyOf(
  'signed-in signed-in-address login register activate quotation subscribe rights-link rights-read rights-act rights-request reset-token',
)

withPeople({ RATE_LIMITS }, (world) => {
  describe.concurrent('Mis datos', () => mailboxSteps(world))
  describe.concurrent('the form without a mail', () => cardFormSteps(world))
  describe.concurrent('Solicitudes', () => requestsSteps(world))
})
