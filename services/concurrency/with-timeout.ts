/**
 * The outcome of some work, or of `otherwise` when it takes longer than it may. Work that is given up goes on by
 * itself; what becomes of it then is nobody's concern any more.
 */
export async function withTimeout<Value>(
  work: Promise<Value>,
  msMax: number,
  otherwise: () => Value,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), msMax)
  })
  try {
    const outcome = await Promise.race([work.then((value) => ({ value })), late])
    return outcome === 'late' ? otherwise() : outcome.value
  } finally {
    clearTimeout(timer)
  }
}
