/** Readers that wait for read models to pass a position. */
export interface ProgressWaiters {
  /** Resolves when it is over, or the time is. */
  wait(names: readonly string[], isOver: () => boolean, timeoutMs: number): Promise<void>
  /** Projections whose runners are to be woken. */
  wanted(): readonly string[]
  check(): void
  /** Nobody waits any longer. */
  end(): void
}

interface Waiter {
  readonly names: readonly string[]
  readonly isOver: () => boolean
  readonly finish: () => void
}

export function createProgressWaiters(): ProgressWaiters {
  const waiters = new Set<Waiter>()
  return {
    wait: (names, isOver, timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => waiter.finish(), timeoutMs)
        const waiter: Waiter = {
          names,
          isOver,
          finish: () => {
            clearTimeout(timer)
            waiters.delete(waiter)
            resolve()
          },
        }
        waiters.add(waiter)
      }),
    wanted: () => [...new Set([...waiters].flatMap((waiter) => waiter.names))],
    check: () => {
      for (const waiter of waiters) if (waiter.isOver()) waiter.finish()
    },
    end: () => {
      for (const waiter of waiters) waiter.finish()
    },
  }
}
