/** Those who wait for read models to pass a position. */
export interface ProgressWaiters {
  /** Resolves when it is over, or the time is. */
  wait(names: readonly string[], isOver: () => boolean, timeoutMs: number): Promise<void>
  /** Projections that somebody waits for. */
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
  /** Of those who did not wait for the runner: it is asked all the same. */
  const wantedOnce = new Set<string>()
  return {
    wait: (names, isOver, timeoutMs) => {
      for (const name of names) wantedOnce.add(name)
      return new Promise((resolve) => {
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
      })
    },
    wanted: () => {
      const names = new Set([...wantedOnce, ...[...waiters].flatMap((waiter) => waiter.names)])
      wantedOnce.clear()
      return [...names]
    },
    check: () => {
      for (const waiter of waiters) if (waiter.isOver()) waiter.finish()
    },
    end: () => {
      for (const waiter of waiters) waiter.finish()
    },
  }
}
