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
      for (const check of waiting) check()
    },
    until: (holds, withinMs) => {
      if (holds()) return Promise.resolve(true)
      return new Promise((resolve) => {
        const settle = (answer: boolean): void => {
          clearTimeout(timer)
          waiting.delete(check)
          resolve(answer)
        }
        const check = (): void => {
          if (holds()) settle(true)
        }
        const timer = setTimeout(() => settle(holds()), withinMs)
        waiting.add(check)
      })
    },
  }
}
