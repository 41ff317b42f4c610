/** Lets several callers wait for a condition. */
export interface Condition {
  /** To be called whenever it may be true. */
  changed(): void
  /** Whether it is true, now or within the time. */
  until(holds: () => boolean, withinMs: number): Promise<boolean>
}

export function createCondition(): Condition {
  const waiting = new Set<() => void>()
  return {
    changed: () => {
      for (const look of waiting) look()
    },
    until: (holds, withinMs) => {
      if (holds()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const settle = (answer: boolean): void => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve(answer)
        }
        const look = (): void => {
          if (holds()) settle(true)
        }
        const timer = setTimeout(() => settle(holds()), withinMs)
        waiting.add(look)
      })
    },
  }
}
