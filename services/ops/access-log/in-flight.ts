/** Work under way, never more of it than a limit; one caller hands it in. */
export interface InFlight {
  /** Begins some work as soon as there is room. @throws what an earlier piece of work failed with */
  begin(work: () => Promise<void>): Promise<void>
  /** Resolves when nothing is under way. @throws what a piece of work failed with */
  settled(): Promise<void>
}

export function createInFlight(workMax: number): InFlight {
  let underWay = 0
  let failure: { readonly cause: unknown } | undefined
  let wake: (() => void) | undefined

  const change = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
    })
  const finish = (): void => {
    underWay -= 1
    wake?.()
  }

  return {
    begin: async (work) => {
      while (underWay >= workMax) await change()
      if (failure !== undefined) throw failure.cause
      underWay += 1
      void work()
        .catch((cause: unknown) => {
          failure ??= { cause }
        })
        .finally(finish)
    },
    settled: async () => {
      while (underWay > 0) await change()
      if (failure !== undefined) throw failure.cause
    },
  }
}
