import type { EventStore } from '@app/contracts/event-store.ts'

/** Pauses a worker between its intent and the mail. */
export const withPause = (store: EventStore, afterIntent: () => Promise<void>): EventStore => ({
  ...store,
  append: async (stream, expected, events, options) => {
    const appended = await store.append(stream, expected, events, options)
    if (events.some(({ type }) => type === 'ReminderSendStarted')) await afterIntent()
    return appended
  },
})
