/**
 * Whoever asks at the same time shares one answer. It is never begun before it was asked for: while one is on its way,
 * all who ask share the next one.
 */
export function createSharedAnswer<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Value> | undefined
  const begin = (): Promise<Value> => {
    next = undefined
    return ask()
  }
  return () => {
    if (next === undefined) last = next = last.then(begin, begin)
    return next
  }
}
