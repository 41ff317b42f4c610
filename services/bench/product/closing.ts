/** What was opened, to be closed again in the opposite order, however the work ends. */
export interface Closing {
  add(close: () => Promise<void> | void): void
  /** Closes everything; what fails is told and the rest is closed all the same. Twice is harmless. */
  closeAll(): Promise<void>
}

export function createClosing(onTrouble: (error: Error) => void): Closing {
  const opened: (() => Promise<void> | void)[] = []
  let closing: Promise<void> | undefined
  async function closeEach(): Promise<void> {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) {
      try {
        await close()
      } catch (error) {
        onTrouble(error instanceof Error ? error : new Error(String(error)))
      }
    }
  }
  return {
    add: (close) => void opened.push(close),
    closeAll: async () => {
      // What is opened while it closes is closed as well.
      while (opened.length > 0 || closing !== undefined) {
        closing ??= closeEach().finally(() => {
          closing = undefined
        })
        await closing
      }
    },
  }
}
