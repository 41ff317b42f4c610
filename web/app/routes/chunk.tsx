import { lazy, useState, type ComponentType, type ReactNode } from 'react'

export type Chunk<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<unknown> }

/** A lazy component that shows at once, without a fallback, if its chunk is there already. */
export function chunk<Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => (loaded = await load())
  const later = () =>
    lazy(() =>
      preload().then(
        (found) => ({ default: found }),
        (error: unknown) => {
          // React keeps a failure: without another one, the part would stay closed once the network is back.
          Later = later()
          throw error
        },
      ),
    ) as unknown as ComponentType<Props>
  let Later = later()
  function Shown(props: Props) {
    // As at the first render: another type would lose the state of all below.
    const [Component] = useState(() => loaded ?? Later)
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
