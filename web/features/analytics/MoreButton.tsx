import type { ComponentProps } from 'react'

/** The end of a list that shows only its first rows. */
export const MoreButton = (props: Omit<ComponentProps<'button'>, 'className' | 'type'>) => (
  <button
    type="button"
    {...props}
    className="relative mt-1 h-8 justify-self-start self-start rounded-sm text-small font-semibold text-accent after:absolute after:inset-0 hover:underline pointer-coarse:after:-inset-1.5"
  />
)
