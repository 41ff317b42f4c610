import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { line } from '../fields/text.ts'
import { defineEvent } from './define.ts'

/** `id` is a keyed hash of profile and e-mail: one reminder per person and profile. */
export const subscriptionStream = (id: string): string => `subscription-${id}`

const reminder = z.enum(['first', 'second'])
const messageId = line(LIMITS.lineCharsMax)
const reason = line(LIMITS.lineCharsMax)

export const reminderSubscribed = defineEvent({
  type: 'ReminderSubscribed',
  data: {
    profileId: z.uuid(),
    email: line(LIMITS.emailCharsMax),
    consent: line(LIMITS.lineCharsMax),
  },
  personal: ['email'],
})
/** Appended before the mail is sent: after a crash, the mail may have been sent. */
export const reminderSendStarted = defineEvent({ type: 'ReminderSendStarted', data: { reminder, messageId } })
export const reminderSent = defineEvent({ type: 'ReminderSent', data: { reminder, messageId } })
export const reminderSendUncertain = defineEvent({
  type: 'ReminderSendUncertain',
  data: { reminder, messageId, reason },
})
export const reminderSkipped = defineEvent({ type: 'ReminderSkipped', data: { reminder, reason } })
export const reminderConverted = defineEvent({ type: 'ReminderConverted', data: {} })
export const reminderCancelled = defineEvent({
  type: 'ReminderCancelled',
  data: { by: z.enum(['subscriber', 'admin', 'erasure']) },
})
export const reminderBounced = defineEvent({
  type: 'ReminderBounced',
  data: { status: line(LIMITS.lineCharsMax) },
})
