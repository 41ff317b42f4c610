import type { Product, Ready } from './product.ts'
import { progressText } from './progress.ts'

const PROJECTED_MS_MAX = 120 * 60_000
const TOLD_EVERY_MS = 15_000

async function placesOf({
  url,
}: Pick<Product, 'url'>): Promise<{ readonly head: number; readonly behind: number; readonly name: string }> {
  const { head, projections } = (await (await fetch(`${url}/readyz`)).json()) as Ready
  const [last] = projections.toSorted((a, b) => Number(a.position) - Number(b.position))
  return { head: Number(head), behind: Number(last?.position ?? 0), name: last?.projection ?? '' }
}

/** Waits until the product has projected everything, and reports progress. */
export async function followed(product: Product, say: (line: string) => void): Promise<void> {
  const startedMs = performance.now()
  const begun = await placesOf(product)
  const tell = async (): Promise<void> => {
    const { head, behind, name } = await placesOf(product)
    const seconds = (performance.now() - startedMs) / 1_000
    say(progressText(`places projected by ${name}`, behind - begun.behind, head - begun.behind, seconds))
  }
  const progress = setInterval(() => void tell().catch(() => undefined), TOLD_EVERY_MS)
  try {
    await product.caughtUp(PROJECTED_MS_MAX)
  } finally {
    clearInterval(progress)
  }
}
