import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { subscriptionStream, type Reminder } from '@app/contracts/reminders.ts'
import type { Given } from '../../testing/read-side.ts'
import { DEMO } from '../../testing/traffic-story.ts'

export const subscriptionId = (nth: number): string =>
  `5b5b5b5b-0000-4000-8000-${String(nth).padStart(12, '0')}`

const EMAIL = 'ana@empresa.example'
const MESSAGE_ID = 'one@mail.example'

export function streamOf(id: string) {
  const stream = subscriptionStream(id)
  const told = (type: string, data: Given['data'], at?: string): Given => ({
    type,
    stream,
    data,
    ...(at === undefined ? {} : { at }),
  })
  return {
    subscribed: (at: string, data: Partial<PastEventOf<'ReminderSubscribed'>['data']> = {}): Given => ({
      ...told(
        'ReminderSubscribed',
        { profileId: DEMO, email: EMAIL, consent: 'v1', ...data } as Given['data'],
        at,
      ),
      keyRef: stream,
    }),
    started: (reminder: Reminder) => told('ReminderSendStarted', { reminder, messageId: MESSAGE_ID }),
    sent: (reminder: Reminder, at: string) => told('ReminderSent', { reminder, messageId: MESSAGE_ID }, at),
    skipped: (reminder: Reminder, reason = 'late') => told('ReminderSkipped', { reminder, reason }),
    converted: () => told('ReminderConverted', { how: 'said' }),
    cancelled: () => told('ReminderCancelled', { by: 'subscriber' }),
    reported: () => told('ReminderBounceReported', { status: '5.7.1' }),
    erased: (): Given => ({ type: 'SubjectErased', data: { subject: stream } }),
  }
}
