import { lazy, useState, type ComponentType, type ReactNode } from 'react'

export type Chunk<Props> = ((props: Props) => ReactNode) & { readonly preload: () => Promise<unknown> }

/** A lazy component that shows at once, without a fallback, if its chunk is there already. */
export function chunk<Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = async () => (loaded = await load())
  const Later = lazy(async () => ({ default: await preload() })) as unknown as ComponentType<Props>
  function Shown(props: Props) {
    // As at the first render: another type would lose the state of all below.
    const [Component] = useState(() => loaded ?? Later)
    return <Component {...props} />
  }
  return Object.assign(Shown, { preload })
}
