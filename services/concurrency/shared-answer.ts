/**
 * Concurrent callers share one answer, which always begins after the call: while one is under way, all new callers
 * share the next one.
 */
export function createSharedAnswer<Value>(request: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  const begin = (): Promise<Value> => {
    next = undefined
    return request()
  }
  return () => {
    if (next === undefined) last = next = last.then(begin, begin)
    return next
  }
}
