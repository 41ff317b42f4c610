/** For one caller at a time. */
export interface InFlight {
  /** Waits for a free slot. @throws the error of an earlier task */
  begin(work: () => Promise<void>): Promise<void>
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
