export interface Deadline<T> {
  readonly promise: Promise<T>
  readonly settled: boolean
  resolve(value: T): void
  reject(error: unknown): void
  extend(): void
}

/** Rejects with `onTimeout()` unless settled before. The first settlement wins. */
export function createDeadline<T>(timeoutMs: number, onTimeout: () => Error): Deadline<T> {
  let settled = false
  let settle: { resolve(value: T): void; reject(error: unknown): void } | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  const timer = setTimeout(() => finish(() => settle?.reject(onTimeout())), timeoutMs)
  function finish(how: () => void): void {
    if (settled) return
    settled = true
    clearTimeout(timer)
    how()
  }
  return {
    promise,
    get settled() {
      return settled
    },
    resolve: (value) => finish(() => settle?.resolve(value)),
    reject: (error) => finish(() => settle?.reject(error)),
    extend: () => {
      if (!settled) timer.refresh()
    },
  }
}
