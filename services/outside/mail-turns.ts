/** So many at once; the others wait, and come in the order in which they asked. */
export function createTurns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let atWork = 0

  return async (work) => {
    if (atWork < atOnce) atWork += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes on to the next at once: nobody who asks meanwhile gets in between.
      const next = waiting.shift()
      if (next === undefined) atWork -= 1
      else next()
    }
  }
}
