import type { Events } from '@app/kernel/commands.ts'
import { withLog } from '@app/kernel/testing/memory-events.ts'

/** Pauses a worker between its intent and the mail. */
export const withPause = (store: Events, afterIntent: () => Promise<void>): Events =>
  withLog(store, {
    append: async (stream, expected, events, options) => {
      const appended = await store.log.append(stream, expected, events, options)
      if (events.some(({ type }) => type === 'ReminderSendStarted')) await afterIntent()
      return appended
    },
  })
