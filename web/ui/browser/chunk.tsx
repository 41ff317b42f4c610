import { lazy, useState, type ComponentType, type ReactNode } from 'react'

export type Chunk<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<unknown> }

/** A lazy component that shows at once, without a fallback, if its chunk is there already. */
export function chunk<Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => (loaded = await load())
  let hasFailed = false
  const later = () =>
    lazy(() =>
      preload().then(
        (component) => ({ default: component }),
        (error: unknown) => {
          hasFailed = true
          throw error
        },
      ),
    ) as unknown as ComponentType<Props>
  let Later = later()
  /** React keeps a failure, which it renders twice at once: the part would stay closed, or be loaded without end. */
  function renewAfterFailure(): void {
    if (!hasFailed) return
    hasFailed = false
    setTimeout(() => (Later = later()))
  }
  function Shown(props: Props) {
    // As at the first render: another type would lose the state of all below.
    const [Component] = useState(() => {
      renewAfterFailure()
      return loaded ?? Later
    })
    return <Component {...props} />
  }
  return Object.assign(Shown, { preload })
}

const quiet: (() => Promise<unknown>)[] = []

/** A chunk that is also loaded once the screen is quiet: it opens without a network then. */
export function quietChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  const made = chunk(load)
  quiet.push(made.preload)
  return made
}

/** One after the other; what they bring along is loaded as well. */
export async function loadQuietChunks(isWanted: () => boolean): Promise<void> {
  for (let n = 0; n < quiet.length && isWanted(); n += 1) await quiet[n]?.().catch(() => undefined)
}
