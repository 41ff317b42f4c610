export interface Closing {
  add(close: () => Promise<void> | void): void
  /** Reports a failure and closes the rest all the same. May be called twice. */
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
      while (opened.length > 0 || closing !== undefined) {
        closing ??= closeEach().finally(() => {
          closing = undefined
        })
        await closing
      }
    },
  }
}
