/** After `msMax` answers `otherwise()`. The work itself goes on, and its late outcome is ignored. */
export async function withTimeout<Value, Otherwise>(
  work: Promise<Value>,
  msMax: number,
  otherwise: () => Otherwise,
): Promise<Value | Otherwise> {
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
