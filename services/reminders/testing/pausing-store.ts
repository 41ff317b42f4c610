import type { Events } from '@app/kernel/commands.ts'
import { withLog } from '@app/kernel/testing/memory-events.ts'

interface Pauses {
  readonly beforeIntent?: (() => Promise<void>) | undefined
  /** Before the mail. */
  readonly afterIntent?: (() => Promise<void>) | undefined
}

/** Pauses a worker around its intent. */
export const withPauses = (store: Events, { beforeIntent, afterIntent }: Pauses): Events =>
  withLog(store, {
    append: async (stream, expected, events, options) => {
      const isIntent = events.some(({ type }) => type === 'ReminderSendStarted')
      if (isIntent) await beforeIntent?.()
      const appended = await store.log.append(stream, expected, events, options)
      if (isIntent) await afterIntent?.()
      return appended
    },
  })
